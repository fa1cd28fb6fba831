-- Some earlier migrations changed rows as the owner of the tables. If the owner is not a superuser, row-level security
-- hid all rows from it. What they left out is done here, as the role that sees every tenant.
set local role postern_system;
-- 0010
insert into user_traits (tenant_id, user_id, last_sign_in_at, has_mfa)
  select u.tenant_id, u.id, u.last_sign_in_at, u.mfa_verifications <> '[]' from users u
  where not exists (select from user_traits t where t.tenant_id = u.tenant_id and t.user_id = u.id)
  on conflict do nothing;
-- 0012. Entries of the hash chain, which is newer, are complete.
update logs set user_id = left(payload ->> 'subjectId', 64)
  where user_id is null and seq is null
    and (key like 'User.%' or key in ('PostRegister', 'PostSignIn', 'PostResetPassword'))
    and payload ? 'subjectId';
-- 0032
update invoices set number = id where number is null and status <> 'draft'
  and created_at < (select applied_at from schema_migrations where name = '0032_invoice_numbers.sql');
reset role;
