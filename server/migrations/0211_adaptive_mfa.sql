-- A second factor only for unusual sign-ins. An empty object means no. The places are in last_sign_in_place of users.
alter table sign_in_experiences add column adaptive_mfa jsonb not null default '{}';
