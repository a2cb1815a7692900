-- All processes together, group by group, at up to four points: of each process what it held so far through its own run. Between two points that is
-- what lies in proportion between theirs; sums are so many times too large as `times` says, and so whole numbers.
-- Processes whose tables are broken off have no run, and are left out, unless nobody wrote runs.
with complete as (
    select p.service, p.version, p.host, p.process, p.point
    from points p
    left join runs r on p.service = r.service and p.version = r.version and p.host = r.host and p.process = r.process
    where r.service is not null or (select count(*) from runs) = 0
),
ends as (
    select service, version, host, process, max(point) as points
    from complete
    group by service, version, host, process
),
steps as (
    select distinct point - 1 as step
    from complete
    where point <= 4
),
last as (
    select max(step) as last_step, case when max(step) = 0 then 1 else max(step) end as times
    from steps
),
places as (
    select e.service, e.version, e.host, e.process, s.step, l.times,
        case when l.last_step = 0 then (e.points - 1) * l.times else s.step * (e.points - 1) end as place
    from ends e
    cross join steps s
    cross join last l
),
chosen as (
    select service, version, host, process, step, times, 1 + cast(floor(place / cast(times as double)) as int) as point,
        times - place % times as weight
    from places
    union all
    select service, version, host, process, step, times, 2 + cast(floor(place / cast(times as double)) as int) as point,
        place % times as weight
    from places
    where place % times > 0
)
select c.step, g.service, g.version, g.path, g.name, g.criterion, g.depth, max(c.times) as times,
    sum(g.objects * c.weight) as objects, sum(g.bytes * c.weight) as bytes
from groups g
join chosen c on g.service = c.service and g.version = c.version and g.host = c.host and g.process = c.process and g.point = c.point
group by c.step, g.service, g.version, g.path, g.name, g.criterion, g.depth
order by c.step, g.service, g.version, g.depth, g.path
