-- What find calls a leak.
select service, version, host, process, point, field, class, holder, last_objects - first_objects as more_objects,
    last_bytes - first_bytes as more_bytes, share_of_heap, title, why
from findings
where severity = 'leak'
