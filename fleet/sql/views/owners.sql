-- Objects that no other object alone keeps alive: what each of them keeps adds up to the heap.
select service, version, host, process, point, index, address, class, shallow, retained
from objects
where dominator is null and reachable
