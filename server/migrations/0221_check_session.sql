-- Whether applications may check in a frame whether the person is still signed in (OpenID Connect Session Management).
alter table session_policies add column offers_session_checks boolean not null default false;
drop trigger note_change on session_policies;
create trigger note_change after update on session_policies for each row execute function note_change(
  'SessionPolicy', 'tenant_id', '', 'max_minutes,idle_minutes,max_sessions,always_confirm_sign_out,offers_session_checks', '');
