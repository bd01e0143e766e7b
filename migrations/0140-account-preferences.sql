-- How a person likes lists shown, on whatever machine they log in: {"compact": true, "pageSize": 20}.
alter table account add column preferences jsonb not null default '{}';
grant select (preferences), update (preferences) on account to portal_app;
