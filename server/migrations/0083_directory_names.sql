-- PostgreSQL assumes that values without statistics are half as long as their type allows. It then takes a directory that
-- was just filled for a small table, and reads all of its users to find one name. It assumes that texts are short.
alter table directory_users
  alter column user_name type text,
  alter column user_name_key type text,
  alter column external_id type text,
  add constraint directory_users__lengths
    check (length(user_name) <= 256 and length(user_name_key) <= 512 and length(external_id) <= 256) not valid;
