-- Every new user asks for them: found at once, however many roles there are.
create index roles__default on roles (tenant_id) where is_default;
