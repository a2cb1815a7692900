-- In how many judged processes of each version of a service something keeps growing, by the field to fix, or by the group where nobody tells fields.
with judged as (
    select service, version, host, process
    from runs
    where verdict = 'leak' or verdict = 'steady' or verdict = 'suspicious' and too_few is null
),
told as (
    select f.service, f.version, coalesce(f.field, f.class) as cause, min(f.class) as class,
        count(distinct concat(f.host, '/', f.process)) as growing,
        sum(f.first_objects) as first_objects, sum(f.last_objects) as last_objects,
        sum(f.first_bytes) as first_bytes, sum(f.last_bytes) as last_bytes, max(f.share_of_heap) as largest_share
    from findings f
    join judged j on f.service = j.service and f.version = j.version and f.host = j.host and f.process = j.process
    where f.severity = 'leak' and coalesce(f.field, f.class) is not null
    group by f.service, f.version, coalesce(f.field, f.class)
),
versions as (
    select service, version, count(*) as judged
    from judged
    group by service, version
),
causes as (
    select service, cause, min(class) as class
    from told
    group by service, cause
)
select c.service, c.cause, c.class, v.version, v.judged, coalesce(t.growing, 0) as growing,
    coalesce(t.first_objects, 0) as first_objects, coalesce(t.last_objects, 0) as last_objects,
    coalesce(t.first_bytes, 0) as first_bytes, coalesce(t.last_bytes, 0) as last_bytes, coalesce(t.largest_share, 0.0) as largest_share
from causes c
join versions v on v.service = c.service
left join told t on t.service = c.service and t.version = v.version and t.cause = c.cause
order by c.service, c.cause, v.version
