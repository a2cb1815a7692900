-- Groups at the first and the last point of each process.
with ends as (
    select service, version, host, process, min(point) as first_point, max(point) as last_point
    from points
    group by service, version, host, process
),
sizes as (
    select g.service, g.version, g.host, g.process, g.grouping, g.path, g.name, g.depth, g.is_leaf,
        sum(case when g.point = e.first_point then g.objects else 0 end) as first_objects,
        sum(case when g.point = e.last_point then g.objects else 0 end) as last_objects,
        sum(case when g.point = e.first_point then g.bytes else 0 end) as first_bytes,
        sum(case when g.point = e.last_point then g.bytes else 0 end) as last_bytes
    from groups g
    join ends e on g.service = e.service and g.version = e.version and g.host = e.host and g.process = e.process
    where g.point = e.first_point or g.point = e.last_point
    group by g.service, g.version, g.host, g.process, g.grouping, g.path, g.name, g.depth, g.is_leaf
)
select *, last_objects - first_objects as more_objects, last_bytes - first_bytes as more_bytes
from sizes
