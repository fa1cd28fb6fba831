-- Whether the sign-in pages hide the line that names the product, and what pages of a tenant's own may load and call.
alter table sign_in_experiences
  add column hide_logto_branding boolean not null default false,
  add column custom_ui_csp jsonb not null default '{}';
