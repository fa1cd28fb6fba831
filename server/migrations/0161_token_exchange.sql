-- Token exchange is a setting of each application now. Those that could exchange tokens before keep it.
set local role postern_system;
update applications set custom_client_metadata = custom_client_metadata || '{"allowTokenExchange": true}'
  where not is_third_party and type in ('Traditional', 'Native', 'SPA')
    and not custom_client_metadata ? 'allowTokenExchange';
reset role;
