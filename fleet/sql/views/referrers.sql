-- Who refers to objects of a class, by which field.
select t.service, t.version, t.host, t.process, t.point, t.class, s.class as referrer, r.field,
    count(*) as references_to_it, count(distinct r.source) as referrers, count(distinct r.target) as targets
from references r
join objects s on s.service = r.service and s.version = r.version and s.host = r.host and s.process = r.process
    and s.point = r.point and s.index = r.source
join objects t on t.service = r.service and t.version = r.version and t.host = r.host and t.process = r.process
    and t.point = r.point and t.index = r.target
group by t.service, t.version, t.host, t.process, t.point, t.class, s.class, r.field
