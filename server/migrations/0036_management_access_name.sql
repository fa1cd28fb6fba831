-- The built-in role for machines loses the name of another product. A tenant that has a role of the new name keeps both.
set local role postern_system;
update roles as r set name = 'Management API access'
where r.name = 'Logto Management API access'
  and not exists (select from roles as o where o.tenant_id = r.tenant_id and o.name = 'Management API access');
reset role;
