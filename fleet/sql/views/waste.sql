-- What could be smaller.
select service, version, host, process, point, kind, class, holder, wasted_bytes, title, why
from findings
where severity = 'waste'
