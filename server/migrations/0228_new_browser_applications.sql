-- Each node remembers the origins of all browser applications, so a new application changes what it remembers.
create trigger created after insert on applications for each row
  when (new.type = 'SPA' or new.custom_client_metadata ? 'corsAllowedOrigins')
  execute function notify_tenant_changed();
