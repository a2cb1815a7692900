-- Groups that got larger from the first to the last point, by service and version.
with sums as (
    select service, version, path, name, count(*) as processes,
        sum(case when more_bytes > 0 then 1 else 0 end) as growing,
        sum(more_objects) as more_objects, sum(more_bytes) as more_bytes, sum(last_bytes) as last_bytes
    from growth
    where is_leaf
    group by service, version, path, name
)
select *
from sums
where more_bytes > 0
order by more_bytes desc, service, version, path
limit 100
