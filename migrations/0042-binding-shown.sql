-- Administrators see which of their people log in by DingTalk or WeChat; not by which identity there.
grant select (account_id, provider, bound_at) on account_binding to portal_app;
