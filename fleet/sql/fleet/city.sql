-- All processes together, group by group, at up to four points: each process counts with the point that is as far through its own run.
with ends as (
    select service, version, host, process, max(point) as points
    from points
    group by service, version, host, process
),
steps as (
    select distinct point - 1 as step
    from points
    where point <= 4
),
last as (
    select max(step) as last_step
    from steps
),
chosen as (
    select e.service, e.version, e.host, e.process, s.step,
        case when l.last_step = 0 then e.points
            else 1 + cast(round(s.step * (e.points - 1) / cast(l.last_step as double)) as int) end as point
    from ends e
    cross join steps s
    cross join last l
)
select c.step, g.service, g.version, g.path, g.name, g.criterion, g.depth, sum(g.objects) as objects, sum(g.bytes) as bytes
from groups g
join chosen c on g.service = c.service and g.version = c.version and g.host = c.host and g.process = c.process and g.point = c.point
group by c.step, g.service, g.version, g.path, g.name, g.criterion, g.depth
order by c.step, g.service, g.version, g.depth, g.path
