-- What the processes of each version held at their ends, of the groups that differ most between the versions of a service, per process.
with ends as (
    select service, version, path, sum(last_objects) as objects, sum(last_bytes) as bytes
    from growth
    where is_leaf
    group by service, version, path
),
peers as (
    select service, version, count(*) as processes
    from runs
    group by service, version
),
paths as (
    select distinct service, path
    from ends
),
held as (
    select a.service, a.path, p.version, p.processes, coalesce(e.objects, 0) as objects, coalesce(e.bytes, 0) as bytes
    from paths a
    join peers p on p.service = a.service
    left join ends e on e.service = a.service and e.version = p.version and e.path = a.path
),
spreads as (
    select service, path, max(bytes / cast(processes as double)) - min(bytes / cast(processes as double)) as spread
    from held
    group by service, path
),
ranked as (
    select service, path, row_number() over (partition by service order by spread desc, path) as place
    from spreads
    where spread > 0
)
select h.service, h.path, h.version, h.processes, h.objects, h.bytes
from held h
join ranked r on r.service = h.service and r.path = h.path
where r.place <= 20
order by h.service, r.place, h.version
