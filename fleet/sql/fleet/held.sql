-- What the processes of each version held at their ends, of the groups that differ most between the versions of a service, per process.
-- Where a version has none of a group, there is no row.
with ends as (
    select p.service, p.version, p.host, p.process, max(p.point) as point
    from points p
    join runs r on p.service = r.service and p.version = r.version and p.host = r.host and p.process = r.process
    group by p.service, p.version, p.host, p.process
),
held as (
    select g.service, g.version, g.path, sum(g.objects) as objects, sum(g.bytes) as bytes
    from groups g
    join ends e on g.service = e.service and g.version = e.version and g.host = e.host and g.process = e.process and g.point = e.point
    where g.is_leaf
    group by g.service, g.version, g.path
),
peers as (
    select service, version, count(*) as processes, count(*) over (partition by service) as versions
    from runs
    group by service, version
),
averages as (
    select h.service, h.version, h.path, p.processes, p.versions, h.objects, h.bytes, h.bytes / cast(p.processes as double) as average
    from held h
    join peers p on p.service = h.service and p.version = h.version
),
spreads as (
    select service, version, path, processes, objects, bytes,
        max(average) over (partition by service, path)
            - case when count(*) over (partition by service, path) < versions then 0.0 else min(average) over (partition by service, path) end as spread
    from averages
),
ranked as (
    select service, version, path, processes, objects, bytes, dense_rank() over (partition by service order by spread desc, path) as place
    from spreads
    where spread > 0.0
)
select service, path, version, processes, objects, bytes
from ranked
where place <= 20
order by service, place, version
