-- How many processes of each version of each service there are, and what is said of them. Judged are those with points enough.
select service, version, count(*) as processes,
    sum(case when verdict = 'leak' or verdict = 'steady' or verdict = 'suspicious' and too_few is null then 1 else 0 end) as judged,
    sum(case when verdict = 'leak' then 1 else 0 end) as leaking
from runs
group by service, version
order by service, version
