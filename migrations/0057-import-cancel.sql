-- An uploaded file may be thrown away instead of committed.
alter table import_job drop constraint import_job_status_check;
alter table import_job add constraint import_job_status_check check (status in ('PARSED', 'COMMITTED', 'FAILED', 'UNDONE', 'EXPIRED', 'CANCELLED'));
