-- Dealers are told once that an activity has begun; those that began before are told of no more.
update activity set start_told = start_at where start_at <= now();
create index activity_untold on activity (tenant_id, start_at) where start_told is null and status = 'OPEN';
