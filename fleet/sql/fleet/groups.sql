-- Groups that got larger from the first to the last point, by service and version.
with sums as (
    select g.service, g.version, g.path, g.name, count(*) as processes,
        sum(case when g.more_bytes > 0 then 1 else 0 end) as growing,
        sum(g.more_objects) as more_objects, sum(g.more_bytes) as more_bytes, sum(g.last_bytes) as last_bytes
    from growth g
    join runs r on g.service = r.service and g.version = r.version and g.host = r.host and g.process = r.process
    where g.is_leaf
    group by g.service, g.version, g.path, g.name
)
select *
from sums
where more_bytes > 0
order by more_bytes desc, service, version, path
limit 100
