import pg from 'pg';

/** The tables that the import reads, with the columns of the public data model of Logto 1.32. */
const tables = `
create type application_type as enum ('Native', 'SPA', 'Traditional', 'MachineToMachine', 'Protected', 'SAML');
create type role_type as enum ('User', 'MachineToMachine');
create type sign_in_mode as enum ('SignIn', 'Register', 'SignInAndRegister');
create type agree_to_terms_policy as enum ('Automatic', 'ManualRegistrationOnly', 'Manual');
create type users_password_encryption_method as enum
  ('Argon2i', 'Argon2id', 'Argon2d', 'SHA1', 'SHA256', 'MD5', 'Bcrypt', 'Legacy');
create table tenants (id varchar(21) primary key, name varchar(128) not null default 'My Project');
create table applications (tenant_id varchar(21) not null, id varchar(21) primary key, name varchar(256) not null,
  secret varchar(64) not null, description text, type application_type not null, oidc_client_metadata jsonb not null,
  custom_client_metadata jsonb not null default '{}', protected_app_metadata jsonb,
  custom_data jsonb not null default '{}', is_third_party boolean not null default false,
  created_at timestamptz not null default now());
create table application_secrets (tenant_id varchar(21) not null, application_id varchar(21) not null,
  name varchar(256) not null, value varchar(64) not null, created_at timestamptz not null default now(),
  expires_at timestamptz);
create table resources (tenant_id varchar(21) not null, id varchar(21) primary key, name text not null,
  indicator text not null, is_default boolean not null default false, access_token_ttl bigint not null default 3600);
create table scopes (tenant_id varchar(21) not null, id varchar(21) primary key, resource_id varchar(21) not null,
  name varchar(256) not null, description text, created_at timestamptz not null default now());
create table roles (tenant_id varchar(21) not null, id varchar(21) primary key, name varchar(128) not null,
  description varchar(128) not null, type role_type not null default 'User', is_default boolean not null default false);
create table roles_scopes (tenant_id varchar(21) not null, id varchar(21) primary key, role_id varchar(21) not null,
  scope_id varchar(21) not null);
create table applications_roles (tenant_id varchar(21) not null, id varchar(21) primary key,
  application_id varchar(21) not null, role_id varchar(21) not null);
create table users (tenant_id varchar(21) not null, id varchar(12) primary key, username varchar(128),
  primary_email varchar(128), primary_phone varchar(128), password_encrypted varchar(256),
  password_encryption_method users_password_encryption_method, name varchar(128), avatar varchar(2048),
  profile jsonb not null default '{}', application_id varchar(21), identities jsonb not null default '{}',
  custom_data jsonb not null default '{}', logto_config jsonb not null default '{}',
  mfa_verifications jsonb not null default '[]', is_suspended boolean not null default false,
  last_sign_in_at timestamptz, created_at timestamptz not null default now(),
  updated_at timestamptz not null default now());
create table users_roles (tenant_id varchar(21) not null, id varchar(21) primary key, user_id varchar(21) not null,
  role_id varchar(21) not null);
create table organizations (tenant_id varchar(21) not null, id varchar(21) primary key, name varchar(128) not null,
  description varchar(256), custom_data jsonb not null default '{}', is_mfa_required boolean not null default false,
  color jsonb not null default '{}', branding jsonb not null default '{}', custom_css text,
  created_at timestamptz not null default now());
create table organization_roles (tenant_id varchar(21) not null, id varchar(21) primary key,
  name varchar(128) not null, description varchar(256), type role_type not null default 'User');
create table organization_scopes (tenant_id varchar(21) not null, id varchar(21) primary key,
  name varchar(128) not null, description varchar(256));
create table organization_role_scope_relations (tenant_id varchar(21) not null,
  organization_role_id varchar(21) not null, organization_scope_id varchar(21) not null);
create table organization_role_resource_scope_relations (tenant_id varchar(21) not null,
  organization_role_id varchar(21) not null, scope_id varchar(21) not null);
create table organization_user_relations (tenant_id varchar(21) not null, organization_id varchar(21) not null,
  user_id varchar(21) not null);
create table organization_role_user_relations (tenant_id varchar(21) not null, organization_id varchar(21) not null,
  organization_role_id varchar(21) not null, user_id varchar(21) not null);
create table connectors (tenant_id varchar(21) not null, id varchar(128) primary key,
  sync_profile boolean not null default false, enable_token_storage boolean not null default false,
  connector_id varchar(128) not null, config jsonb not null default '{}', metadata jsonb not null default '{}',
  created_at timestamptz not null default now());
create table sso_connectors (tenant_id varchar(21) not null, id varchar(128) primary key);
create table hooks (tenant_id varchar(21) not null, id varchar(21) primary key);
create table sign_in_experiences (tenant_id varchar(21) not null, id varchar(21) not null, color jsonb not null,
  branding jsonb not null, language_info jsonb not null, terms_of_use_url varchar(2048),
  privacy_policy_url varchar(2048), agree_to_terms_policy agree_to_terms_policy not null default 'Automatic',
  sign_in jsonb not null, sign_up jsonb not null, social_sign_in jsonb not null default '{}',
  social_sign_in_connector_targets jsonb not null default '[]',
  sign_in_mode sign_in_mode not null default 'SignInAndRegister', custom_css text,
  custom_content jsonb not null default '{}', custom_ui_assets jsonb, password_policy jsonb not null default '{}',
  mfa jsonb not null default '{}', single_sign_on_enabled boolean not null default false, support_email text,
  support_website_url text, unknown_session_redirect_url text, captcha_policy jsonb not null default '{}',
  sentinel_policy jsonb not null default '{}', email_blocklist_policy jsonb not null default '{}',
  forgot_password_methods jsonb default '[]', primary key (tenant_id, id));
`;

/** Fills a database like one of Logto. `digest` is the argon2 digest of the user Ada. */
export async function fillLogtoDatabase(url: string, digest: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const add = async (table: string, rows: Record<string, unknown>[]) => {
    for (const row of rows) {
      const values = Object.values(row).map((value) =>
        typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
      );
      const names = Object.keys(row).join(', ');
      const marks = values.map((_, index) => `$${index + 2}`).join(', ');
      await client.query(`insert into ${table} (tenant_id, ${names}) values ($1, ${marks})`, ['default', ...values]);
    }
  };
  try {
    await client.query(tables);
    await client.query(`insert into tenants (id) values ('default'), ('admin')`);
    const oidc = (uri: string) => ({ redirectUris: [uri], postLogoutRedirectUris: [] });
    await add('applications', [
      {
        id: 'web0app0with0secret00',
        name: 'Shop',
        secret: '#internal:none',
        type: 'Traditional',
        oidc_client_metadata: {
          ...oidc('https://shop.example.com/callback'),
          backchannelLogoutUri: 'http://169.254.169.254/logout',
        },
        custom_client_metadata: { idTokenTtl: 1800, rotateRefreshToken: true },
      },
      {
        id: 'machine0app0000000000',
        name: 'Robot',
        secret: 'the-old-secret-of-the-robot',
        type: 'MachineToMachine',
        oidc_client_metadata: { redirectUris: [], postLogoutRedirectUris: [] },
      },
      {
        id: 'saml0app0000000000000',
        name: 'Wiki',
        secret: '#internal:none',
        type: 'SAML',
        oidc_client_metadata: { redirectUris: [], postLogoutRedirectUris: [] },
      },
    ]);
    await add('application_secrets', [
      { application_id: 'web0app0with0secret00', name: 'Main', value: 'the-secret-of-the-shop-of-ada-00' },
    ]);
    await add('resources', [
      { id: 'management-api', name: 'Logto Management API', indicator: 'https://default.logto.app/api' },
      { id: 'orders', name: 'Orders', indicator: 'https://orders.example.com', access_token_ttl: 600 },
    ]);
    await add('scopes', [
      { id: 'management-api-all', resource_id: 'management-api', name: 'all', description: 'All' },
      { id: 'read-orders', resource_id: 'orders', name: 'read:orders', description: 'Read orders' },
    ]);
    await add('roles', [
      { id: 'buyer', name: 'Buyer', description: 'Buys things' },
      { id: 'manager', name: 'Manager of machines', description: 'Manages', type: 'MachineToMachine' },
      { id: 'admin-role', name: '#internal:admin', description: 'Internal', type: 'MachineToMachine' },
    ]);
    await add('roles_scopes', [
      { id: '1', role_id: 'buyer', scope_id: 'read-orders' },
      { id: '2', role_id: 'manager', scope_id: 'management-api-all' },
    ]);
    await add('applications_roles', [{ id: '1', application_id: 'machine0app0000000000', role_id: 'manager' }]);
    await add('users', [
      {
        id: 'ada000000001',
        username: 'ada',
        primary_email: 'ada@example.com',
        password_encrypted: digest,
        password_encryption_method: 'Argon2id',
        name: 'Ada Lovelace',
        profile: { familyName: 'Lovelace', address: { country: 'UK' } },
        identities: { google: { userId: 'g-1', details: { name: 'Ada' } } },
        custom_data: { plan: 'gold' },
        created_at: '2020-02-02T02:02:02Z',
      },
      { id: 'bob000000002', username: 'bob', is_suspended: true, mfa_verifications: [{ type: 'Totp' }] },
      { id: 'nul000000003', username: 'not a username' },
    ]);
    await add('users_roles', [{ id: '1', user_id: 'ada000000001', role_id: 'buyer' }]);
    await add('organizations', [{ id: 'acme00000001', name: 'Acme', custom_data: { size: 3 } }]);
    await add('organization_scopes', [{ id: 'invite', name: 'invite', description: 'Invite members' }]);
    await add('organization_roles', [{ id: 'owner', name: 'Owner' }]);
    await add('organization_role_scope_relations', [
      { organization_role_id: 'owner', organization_scope_id: 'invite' },
    ]);
    await add('organization_role_resource_scope_relations', [
      { organization_role_id: 'owner', scope_id: 'read-orders' },
    ]);
    await add('organization_user_relations', [{ organization_id: 'acme00000001', user_id: 'ada000000001' }]);
    await add('organization_role_user_relations', [
      { organization_id: 'acme00000001', organization_role_id: 'owner', user_id: 'ada000000001' },
    ]);
    await add('connectors', [
      {
        id: 'google0connector',
        connector_id: 'google-universal',
        config: { clientId: 'google-client', clientSecret: 'google-secret-value' },
      },
      { id: 'unknown0connector', connector_id: 'carrier-pigeon', config: { clientSecret: 'pigeon-secret-value' } },
    ]);
    await add('hooks', [{ id: 'hook' }]);
    await add('sign_in_experiences', [
      {
        id: 'default',
        color: { primaryColor: '#112233', isDarkModeEnabled: true, darkPrimaryColor: '#445566' },
        branding: { logoUrl: 'https://example.com/logo.svg' },
        language_info: { autoDetect: true, fallbackLanguage: 'de' },
        sign_up: { identifiers: ['username'], password: true, verify: false },
        sign_in: {
          methods: [
            { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true },
            { identifier: 'email', password: true, verificationCode: false, isPasswordPrimary: true },
          ],
        },
        social_sign_in_connector_targets: ['google'],
        mfa: { factors: [], policy: 'UserControlled' },
      },
    ]);
  } finally {
    await client.end();
  }
}
