-- Files that other services look for on a custom domain, such as proofs that a company owns it.
alter table domains add column verification_files jsonb not null default '[]';

-- Nodes cache the paths of the files together with the host.
drop trigger changed_status on domains;
create trigger changed_status after update on domains for each row
  when (old.status is distinct from new.status or old.certificate is distinct from new.certificate
    or old.verification_files is distinct from new.verification_files)
  execute function notify_domain_changed();
