-- Each process at its first and its last point.
with ends as (
    select service, version, host, process, min(point) as first_point, max(point) as last_point
    from points
    group by service, version, host, process
)
select e.service, e.version, e.host, e.process, r.verdict, e.last_point - e.first_point + 1 as points,
    a.bytes as first_bytes, b.bytes as last_bytes, b.bytes - a.bytes as more_bytes
from ends e
join points a on a.service = e.service and a.version = e.version and a.host = e.host and a.process = e.process and a.point = e.first_point
join points b on b.service = e.service and b.version = e.version and b.host = e.host and b.process = e.process and b.point = e.last_point
join runs r on r.service = e.service and r.version = e.version and r.host = e.host and r.process = e.process
order by e.service, e.version, e.host, e.process
