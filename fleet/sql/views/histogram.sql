-- Objects and bytes by class, classes of the same name together.
select service, version, host, process, point, class, sum(objects) as objects, sum(bytes) as bytes
from classes
group by service, version, host, process, point, class
