-- Whether people may delete their own account in the account center.
alter table account_centers add column delete_account boolean not null default false;

-- What happened to somebody is found by them, not only what they did.
update logs set user_id = left(payload ->> 'subjectId', 64)
  where user_id is null and (key like 'User.%' or key in ('PostRegister', 'PostSignIn', 'PostResetPassword'));
