// Written by `npm run db:types` from the migrated database. Do not edit.
import type { ColumnType } from 'kysely';

export type Database = {
  account_additions: {
    tenant_id: ColumnType<string, string | undefined, string>;
    user_id: ColumnType<string, string, string>;
    kind: ColumnType<string, string, string>;
    reference: ColumnType<string, string, string>;
    value: ColumnType<string, string, string>;
    device: ColumnType<string, string, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  account_centers: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string | undefined, string>;
    enabled: ColumnType<boolean, boolean | undefined, boolean>;
    fields: ColumnType<unknown, string | undefined, string>;
    webauthn_related_origins: ColumnType<unknown, string | undefined, string>;
    delete_account: ColumnType<boolean, boolean | undefined, boolean>;
    delete_account_url: ColumnType<string | null, string | null | undefined, string | null>;
    custom_css: ColumnType<string | null, string | null | undefined, string | null>;
    profile_fields: ColumnType<unknown | null, string | null | undefined, string | null>;
  };
  acme_accounts: {
    tenant_id: ColumnType<string, string | undefined, string>;
    directory: ColumnType<string, string, string>;
    key: ColumnType<string, string, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    url: ColumnType<string | null, string | null | undefined, string | null>;
    email: ColumnType<string | null, string | null | undefined, string | null>;
  };
  actions: {
    tenant_id: ColumnType<string, string | undefined, string>;
    type: ColumnType<string, string, string>;
    script: ColumnType<string, string, string>;
    environment_variables: ColumnType<string | null, string | null | undefined, string | null>;
    context_sample: ColumnType<unknown | null, string | null | undefined, string | null>;
    enabled: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
    on_execution_error: ColumnType<string | null, string | null | undefined, string | null>;
    version: ColumnType<string, string, string>;
    updated_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  active_users: {
    tenant_id: ColumnType<string, string | undefined, string>;
    period: ColumnType<string, string, string>;
    user_id: ColumnType<string, string, string>;
    last_day: ColumnType<string, string, string>;
  };
  add_on_days: {
    tenant_id: ColumnType<string, string | undefined, string>;
    key: ColumnType<string, string, string>;
    day: ColumnType<string, string, string>;
    most: ColumnType<number, number, number>;
    last: ColumnType<number, number, number>;
  };
  address_changes: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    user_id: ColumnType<string, string, string>;
    identifier_type: ColumnType<string, string, string>;
    old_identifier: ColumnType<string | null, string | null | undefined, string | null>;
    was_verified: ColumnType<boolean, boolean, boolean>;
    identities: ColumnType<unknown, string, string>;
    token_digest: ColumnType<string, string, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
    ended_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    device: ColumnType<string | null, string | null | undefined, string | null>;
  };
  application_access_organization_roles: {
    tenant_id: ColumnType<string, string | undefined, string>;
    application_id: ColumnType<string, string, string>;
    organization_id: ColumnType<string, string, string>;
    organization_role_id: ColumnType<string, string, string>;
    role_type: ColumnType<string, string | undefined, string>;
  };
  application_access_organizations: {
    tenant_id: ColumnType<string, string | undefined, string>;
    application_id: ColumnType<string, string, string>;
    organization_id: ColumnType<string, string, string>;
  };
  application_access_roles: {
    tenant_id: ColumnType<string, string | undefined, string>;
    application_id: ColumnType<string, string, string>;
    role_id: ColumnType<string, string, string>;
    role_type: ColumnType<string, string | undefined, string>;
  };
  application_access_users: {
    tenant_id: ColumnType<string, string | undefined, string>;
    application_id: ColumnType<string, string, string>;
    user_id: ColumnType<string, string, string>;
  };
  application_consent_organization_resource_scopes: {
    tenant_id: ColumnType<string, string | undefined, string>;
    application_id: ColumnType<string, string, string>;
    scope_id: ColumnType<string, string, string>;
  };
  application_consent_organization_scopes: {
    tenant_id: ColumnType<string, string | undefined, string>;
    application_id: ColumnType<string, string, string>;
    organization_scope_id: ColumnType<string, string, string>;
  };
  application_consent_organizations: {
    tenant_id: ColumnType<string, string | undefined, string>;
    application_id: ColumnType<string, string, string>;
    user_id: ColumnType<string, string, string>;
    organization_id: ColumnType<string, string, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  application_consent_resource_scopes: {
    tenant_id: ColumnType<string, string | undefined, string>;
    application_id: ColumnType<string, string, string>;
    scope_id: ColumnType<string, string, string>;
  };
  application_consent_user_scopes: {
    tenant_id: ColumnType<string, string | undefined, string>;
    application_id: ColumnType<string, string, string>;
    user_scope: ColumnType<string, string, string>;
  };
  application_secrets: {
    tenant_id: ColumnType<string, string | undefined, string>;
    application_id: ColumnType<string, string, string>;
    application_type: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    value: ColumnType<string, string, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    expires_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
  };
  application_sign_in_experiences: {
    tenant_id: ColumnType<string, string | undefined, string>;
    application_id: ColumnType<string, string, string>;
    color: ColumnType<unknown, string | undefined, string>;
    branding: ColumnType<unknown, string | undefined, string>;
    custom_css: ColumnType<string | null, string | null | undefined, string | null>;
    terms_of_use_url: ColumnType<string | null, string | null | undefined, string | null>;
    privacy_policy_url: ColumnType<string | null, string | null | undefined, string | null>;
    display_name: ColumnType<string | null, string | null | undefined, string | null>;
  };
  applications: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    secret: ColumnType<string, string, string>;
    description: ColumnType<string | null, string | null | undefined, string | null>;
    type: ColumnType<string, string, string>;
    oidc_client_metadata: ColumnType<unknown, string, string>;
    custom_client_metadata: ColumnType<unknown, string | undefined, string>;
    protected_app_metadata: ColumnType<unknown | null, string | null | undefined, string | null>;
    custom_data: ColumnType<unknown, string | undefined, string>;
    is_third_party: ColumnType<boolean, boolean | undefined, boolean>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    created_by_type: ColumnType<string | null, string | null | undefined, string | null>;
    created_by_tenant: ColumnType<string | null, string | null | undefined, string | null>;
    created_by_id: ColumnType<string | null, string | null | undefined, string | null>;
    app_level_access_control_enabled: ColumnType<boolean, boolean | undefined, boolean>;
  };
  applications_roles: {
    tenant_id: ColumnType<string, string | undefined, string>;
    application_id: ColumnType<string, string, string>;
    role_id: ColumnType<string, string, string>;
    role_type: ColumnType<string, string | undefined, string>;
  };
  authorization_details_types: {
    tenant_id: ColumnType<string, string | undefined, string>;
    type: ColumnType<string, string, string>;
    resource_id: ColumnType<string, string, string>;
    title: ColumnType<string, string, string>;
    fields: ColumnType<unknown, string | undefined, string>;
  };
  billing_customers: {
    tenant_id: ColumnType<string, string | undefined, string>;
    provider: ColumnType<string, string, string>;
    customer: ColumnType<string, string, string>;
    subscription: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  billing_subscriptions: {
    tenant_id: ColumnType<string, string | undefined, string>;
    provider: ColumnType<string, string, string>;
    reference: ColumnType<string, string, string>;
    sku_id: ColumnType<string, string, string>;
    event_at: ColumnType<number, Date | string, Date | string>;
    ended_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    canceling_until: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
  };
  captcha_providers: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    config: ColumnType<unknown, string | undefined, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    updated_at: ColumnType<number, Date | string | undefined, Date | string>;
    challenge_key: ColumnType<string | null, string | null | undefined, string | null>;
  };
  captcha_uses: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
  };
  change_watches: {
    tenant_id: ColumnType<string, string | undefined, string>;
    watched_until: ColumnType<number, Date | string, Date | string>;
  };
  checkout_sessions: {
    id: ColumnType<string, string, string>;
    for_tenant: ColumnType<string | null, string | null | undefined, string | null>;
    owner_id: ColumnType<string, string, string>;
    provider: ColumnType<string, string, string>;
    reference: ColumnType<string | null, string | null | undefined, string | null>;
    redirect_uri: ColumnType<string | null, string | null | undefined, string | null>;
    sku_id: ColumnType<string, string, string>;
    replaces: ColumnType<string | null, string | null | undefined, string | null>;
    status: ColumnType<string, string | undefined, string>;
    success_url: ColumnType<string, string, string>;
    new_tenant: ColumnType<unknown | null, string | null | undefined, string | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
    from_plan: ColumnType<string | null, string | null | undefined, string | null>;
  };
  connectors: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    connector_id: ColumnType<string, string, string>;
    type: ColumnType<string, string, string>;
    target: ColumnType<string, string, string>;
    platform: ColumnType<string | null, string | null | undefined, string | null>;
    sync_profile: ColumnType<boolean, boolean | undefined, boolean>;
    enable_token_storage: ColumnType<boolean, boolean | undefined, boolean>;
    config: ColumnType<unknown, string | undefined, string>;
    metadata: ColumnType<unknown, string | undefined, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    trust_addresses: ColumnType<boolean, boolean | undefined, boolean>;
  };
  console_settings: {
    tenant_id: ColumnType<string, string | undefined, string>;
    data: ColumnType<unknown, string | undefined, string>;
  };
  cookie_names: {
    prefixed_from: ColumnType<number, Date | string, Date | string>;
    plain_until: ColumnType<number, Date | string, Date | string>;
  };
  custom_phrases: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    language_tag: ColumnType<string, string, string>;
    translation: ColumnType<unknown, string, string>;
  };
  custom_profile_fields: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    type: ColumnType<string, string, string>;
    label: ColumnType<string, string | undefined, string>;
    description: ColumnType<string | null, string | null | undefined, string | null>;
    required: ColumnType<boolean, boolean | undefined, boolean>;
    config: ColumnType<unknown, string | undefined, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    sie_order: ColumnType<number, number | undefined, number>;
  };
  custom_ui_uploads: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    keys: ColumnType<unknown, string, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  daily_active_users: {
    tenant_id: ColumnType<string, string | undefined, string>;
    day: ColumnType<string, string, string>;
    daily: ColumnType<number, number | undefined, number>;
    weekly_change: ColumnType<number, number | undefined, number>;
    monthly_change: ColumnType<number, number | undefined, number>;
  };
  daily_new_users: {
    tenant_id: ColumnType<string, string | undefined, string>;
    day: ColumnType<string, string, string>;
    slot: ColumnType<number, number, number>;
    users: ColumnType<number, number, number>;
  };
  daily_sign_ins: {
    tenant_id: ColumnType<string, string | undefined, string>;
    day: ColumnType<string, string, string>;
    kind: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    dimension: ColumnType<string, string, string>;
    value: ColumnType<string, string, string>;
    n: ColumnType<number, number, number>;
  };
  daily_usage: {
    tenant_id: ColumnType<string, string | undefined, string>;
    day: ColumnType<string, string, string>;
    active_users: ColumnType<number, number | undefined, number>;
    tokens: ColumnType<number, number | undefined, number>;
  };
  directory_group_mapping_roles: {
    tenant_id: ColumnType<string, string | undefined, string>;
    mapping_id: ColumnType<string, string, string>;
    organization_role_id: ColumnType<string, string, string>;
  };
  directory_group_mappings: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    connector_id: ColumnType<string, string, string>;
    group_id: ColumnType<string, string, string>;
    organization_id: ColumnType<string, string, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  directory_group_members: {
    tenant_id: ColumnType<string, string | undefined, string>;
    connector_id: ColumnType<string, string, string>;
    group_id: ColumnType<string, string, string>;
    user_id: ColumnType<string, string, string>;
  };
  directory_groups: {
    tenant_id: ColumnType<string, string | undefined, string>;
    connector_id: ColumnType<string, string, string>;
    id: ColumnType<string, string, string>;
    display_name: ColumnType<string, string, string>;
    external_id: ColumnType<string | null, string | null | undefined, string | null>;
    version: ColumnType<number, number | undefined, number>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    updated_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  directory_member_roles: {
    tenant_id: ColumnType<string, string | undefined, string>;
    connector_id: ColumnType<string, string, string>;
    organization_id: ColumnType<string, string, string>;
    user_id: ColumnType<string, string, string>;
    organization_role_id: ColumnType<string, string, string>;
  };
  directory_memberships: {
    tenant_id: ColumnType<string, string | undefined, string>;
    connector_id: ColumnType<string, string, string>;
    organization_id: ColumnType<string, string, string>;
    user_id: ColumnType<string, string, string>;
  };
  directory_requests: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    connector_id: ColumnType<string, string, string>;
    method: ColumnType<string, string, string>;
    path: ColumnType<string, string, string>;
    status: ColumnType<number, number, number>;
    detail: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  directory_syncs: {
    tenant_id: ColumnType<string, string | undefined, string>;
    connector_id: ColumnType<string, string, string>;
    deletion: ColumnType<string, string | undefined, string>;
  };
  directory_tokens: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    connector_id: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    token_hash: ColumnType<string, string, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    expires_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    last_used_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
  };
  directory_users: {
    tenant_id: ColumnType<string, string | undefined, string>;
    connector_id: ColumnType<string, string, string>;
    user_id: ColumnType<string, string, string>;
    user_name: ColumnType<string, string, string>;
    user_name_key: ColumnType<string, string, string>;
    external_id: ColumnType<string | null, string | null | undefined, string | null>;
    is_active: ColumnType<boolean, boolean | undefined, boolean>;
    is_linked: ColumnType<boolean, boolean | undefined, boolean>;
    is_suspended_here: ColumnType<boolean, boolean | undefined, boolean>;
    resource: ColumnType<unknown, string | undefined, string>;
    version: ColumnType<number, number | undefined, number>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    updated_at: ColumnType<number, Date | string | undefined, Date | string>;
    deleted_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
  };
  domains: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    domain: ColumnType<string, string, string>;
    status: ColumnType<string, string | undefined, string>;
    error_message: ColumnType<string | null, string | null | undefined, string | null>;
    failures: ColumnType<number, number | undefined, number>;
    failing_since: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    checked_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    challenge_token: ColumnType<string | null, string | null | undefined, string | null>;
    challenge_response: ColumnType<string | null, string | null | undefined, string | null>;
    certificate: ColumnType<string | null, string | null | undefined, string | null>;
    certificate_key: ColumnType<string | null, string | null | undefined, string | null>;
    certificate_expires_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    certificate_attempts: ColumnType<number, number | undefined, number>;
    certificate_next_at: ColumnType<number, Date | string | undefined, Date | string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    updated_at: ColumnType<number, Date | string | undefined, Date | string>;
    application_id: ColumnType<string | null, string | null | undefined, string | null>;
    target: ColumnType<string | null, string | null | undefined, string | null>;
    certificate_renew_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    verification_files: ColumnType<unknown, string | undefined, string>;
  };
  dynamic_client_organization_resource_scopes: {
    tenant_id: ColumnType<string, string | undefined, string>;
    scope_id: ColumnType<string, string, string>;
  };
  dynamic_client_organization_scopes: {
    tenant_id: ColumnType<string, string | undefined, string>;
    organization_scope_id: ColumnType<string, string, string>;
  };
  dynamic_client_resource_scopes: {
    tenant_id: ColumnType<string, string | undefined, string>;
    scope_id: ColumnType<string, string, string>;
  };
  dynamic_client_settings: {
    tenant_id: ColumnType<string, string | undefined, string>;
    registration: ColumnType<string, string | undefined, string>;
    allowed_hosts: ColumnType<unknown, string | undefined, string>;
    unused_days: ColumnType<number, number | undefined, number>;
    updated_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  dynamic_client_user_scopes: {
    tenant_id: ColumnType<string, string | undefined, string>;
    user_scope: ColumnType<string, string, string>;
  };
  email_templates: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    language_tag: ColumnType<string, string, string>;
    template_type: ColumnType<string, string, string>;
    details: ColumnType<unknown, string, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  hooks: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    name: ColumnType<string, string | undefined, string>;
    event: ColumnType<string | null, string | null | undefined, string | null>;
    events: ColumnType<unknown, string | undefined, string>;
    config: ColumnType<unknown, string, string>;
    signing_key: ColumnType<string, string, string>;
    previous_signing_key: ColumnType<string | null, string | null | undefined, string | null>;
    previous_key_until: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    enabled: ColumnType<boolean, boolean | undefined, boolean>;
    paused_until: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  id_token_settings: {
    tenant_id: ColumnType<string, string | undefined, string>;
    enabled_extended_claims: ColumnType<unknown | null, string | null | undefined, string | null>;
  };
  idp_initiated_saml_sso_sessions: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    connector_id: ColumnType<string, string, string>;
    assertion_content: ColumnType<unknown, string | undefined, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
  };
  initial_access_tokens: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    digest: ColumnType<string, string, string>;
    uses: ColumnType<number, number | undefined, number>;
    max_uses: ColumnType<number | null, number | null | undefined, number | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    expires_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
  };
  installation_steps: {
    name: ColumnType<string, string, string>;
    done_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  invoice_series: {
    prefix: ColumnType<string, string, string>;
    last_number: ColumnType<number, number, number>;
  };
  invoices: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    provider: ColumnType<string, string, string>;
    reference: ColumnType<string, string, string>;
    subscription: ColumnType<string, string, string>;
    status: ColumnType<string, string, string>;
    amount_due: ColumnType<number, number, number>;
    amount_paid: ColumnType<number, number, number>;
    currency: ColumnType<string, string, string>;
    plan_id: ColumnType<string, string, string>;
    period_start: ColumnType<number, Date | string, Date | string>;
    period_end: ColumnType<number, Date | string, Date | string>;
    created_at: ColumnType<number, Date | string, Date | string>;
    due_date: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    lines: ColumnType<unknown, string, string>;
    event_at: ColumnType<number, Date | string, Date | string>;
    number: ColumnType<string | null, string | null | undefined, string | null>;
    corrects: ColumnType<string | null, string | null | undefined, string | null>;
    details: ColumnType<unknown, string | undefined, string>;
  };
  job_schedules: {
    name: ColumnType<string, string, string>;
    every_seconds: ColumnType<number, number, number>;
    next_at: ColumnType<number, Date | string, Date | string>;
    last_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
  };
  jobs: {
    tenant_id: ColumnType<string, string, string>;
    id: ColumnType<string, string | undefined, string>;
    queue: ColumnType<string, string, string>;
    key: ColumnType<string | null, string | null | undefined, string | null>;
    payload: ColumnType<unknown, string | undefined, string>;
    priority: ColumnType<number, number | undefined, number>;
    due_at: ColumnType<number, Date | string | undefined, Date | string>;
    attempts: ColumnType<number, number | undefined, number>;
    lease: ColumnType<string | null, string | null | undefined, string | null>;
    leased_until: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    is_cancel_wanted: ColumnType<boolean, boolean | undefined, boolean>;
    progress: ColumnType<unknown | null, string | null | undefined, string | null>;
    last_error: ColumnType<string | null, string | null | undefined, string | null>;
    dead_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    actor: ColumnType<unknown | null, string | null | undefined, string | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    again_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    again_payload: ColumnType<unknown | null, string | null | undefined, string | null>;
    again_actor: ColumnType<unknown | null, string | null | undefined, string | null>;
    knows_again: ColumnType<boolean, boolean | undefined, boolean>;
  };
  jwt_customizers: {
    tenant_id: ColumnType<string, string | undefined, string>;
    token_type: ColumnType<string, string, string>;
    script: ColumnType<string, string, string>;
    environment_variables: ColumnType<string | null, string | null | undefined, string | null>;
    context_sample: ColumnType<unknown | null, string | null | undefined, string | null>;
    token_sample: ColumnType<unknown | null, string | null | undefined, string | null>;
    updated_at: ColumnType<number, Date | string | undefined, Date | string>;
    block_issuance_on_error: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  };
  kept_invoices: {
    provider: ColumnType<string, string, string>;
    number: ColumnType<string, string, string>;
    for_tenant: ColumnType<string, string, string>;
    reference: ColumnType<string, string, string>;
    status: ColumnType<string, string, string>;
    amount_due: ColumnType<number, number, number>;
    amount_paid: ColumnType<number, number, number>;
    currency: ColumnType<string, string, string>;
    plan_id: ColumnType<string, string, string>;
    period_start: ColumnType<number, Date | string, Date | string>;
    period_end: ColumnType<number, Date | string, Date | string>;
    created_at: ColumnType<number, Date | string, Date | string>;
    lines: ColumnType<unknown, string, string>;
    corrects: ColumnType<string | null, string | null | undefined, string | null>;
    details: ColumnType<unknown, string, string>;
  };
  local_checkouts: {
    reference: ColumnType<string, string, string>;
    session_id: ColumnType<string, string, string>;
    sku_id: ColumnType<string, string, string>;
    plan_name: ColumnType<string, string, string>;
    unit_price: ColumnType<number, number, number>;
    tenant_name: ColumnType<string, string, string>;
    customer: ColumnType<string | null, string | null | undefined, string | null>;
    subscription: ColumnType<string | null, string | null | undefined, string | null>;
    success_url: ColumnType<string, string, string>;
    cancel_url: ColumnType<string, string, string>;
    status: ColumnType<string, string | undefined, string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  local_customers: {
    reference: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    card_brand: ColumnType<string | null, string | null | undefined, string | null>;
    card_last4: ColumnType<string | null, string | null | undefined, string | null>;
    card_expires: ColumnType<string | null, string | null | undefined, string | null>;
    card_fails_later: ColumnType<boolean, boolean | undefined, boolean>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    billing: ColumnType<unknown | null, string | null | undefined, string | null>;
  };
  local_invoices: {
    reference: ColumnType<string, string, string>;
    subscription: ColumnType<string, string, string>;
    status: ColumnType<string, string, string>;
    amount: ColumnType<number, number, number>;
    invoice: ColumnType<unknown, string, string>;
    created_at: ColumnType<number, Date | string, Date | string>;
    attempts: ColumnType<number, number | undefined, number>;
    next_attempt_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
  };
  local_portals: {
    token_digest: ColumnType<string, string, string>;
    customer: ColumnType<string, string, string>;
    return_url: ColumnType<string, string, string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
  };
  local_subscriptions: {
    reference: ColumnType<string, string, string>;
    customer: ColumnType<string, string, string>;
    sku_id: ColumnType<string, string, string>;
    plan_name: ColumnType<string, string, string>;
    unit_price: ColumnType<number, number, number>;
    status: ColumnType<string, string, string>;
    anchor: ColumnType<number, Date | string, Date | string>;
    period: ColumnType<number, number | undefined, number>;
    period_start: ColumnType<number, Date | string, Date | string>;
    period_end: ColumnType<number, Date | string, Date | string>;
  };
  log_chains: {
    tenant_id: ColumnType<string, string | undefined, string>;
    seq: ColumnType<number, number | undefined, number>;
    hash: ColumnType<string, string | undefined, string>;
    seal: ColumnType<string | null, string | null | undefined, string | null>;
    anchor_seq: ColumnType<number, number | undefined, number>;
    anchor_hash: ColumnType<string, string | undefined, string>;
    anchor_seal: ColumnType<string | null, string | null | undefined, string | null>;
    protected_from: ColumnType<number, Date | string | undefined, Date | string>;
    sealed_from: ColumnType<number | null, number | null | undefined, number | null>;
  };
  log_streams: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    type: ColumnType<string, string, string>;
    config: ColumnType<unknown, string, string>;
    secrets: ColumnType<string | null, string | null | undefined, string | null>;
    enabled: ColumnType<boolean, boolean | undefined, boolean>;
    sent_seq: ColumnType<number, number, number>;
    sent_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    missed: ColumnType<number, number | undefined, number>;
    attempts: ColumnType<number, number | undefined, number>;
    failing_since: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    last_status: ColumnType<number | null, number | null | undefined, number | null>;
    last_error: ColumnType<string | null, string | null | undefined, string | null>;
    next_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    claim: ColumnType<string | null, string | null | undefined, string | null>;
    claimed_until: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  log_verifications: {
    tenant_id: ColumnType<string, string | undefined, string>;
    requested_at: ColumnType<number, Date | string | undefined, Date | string>;
    finished_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    result: ColumnType<unknown | null, string | null | undefined, string | null>;
  };
  logs: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    key: ColumnType<string, string, string>;
    payload: ColumnType<unknown, string | undefined, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    user_id: ColumnType<string | null, string | null | undefined, string | null>;
    application_id: ColumnType<string | null, string | null | undefined, string | null>;
    timeline: ColumnType<string | null, string | null | undefined, string | null>;
    organization_id: ColumnType<string | null, string | null | undefined, string | null>;
    seq: ColumnType<number | null, number | null | undefined, number | null>;
    hash: ColumnType<string | null, string | null | undefined, string | null>;
    actor_id: ColumnType<string | null, string | null | undefined, string | null>;
    object_kind: ColumnType<string | null, string | null | undefined, string | null>;
    object_id: ColumnType<string | null, string | null | undefined, string | null>;
  };
  mailbox_messages: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    kind: ColumnType<string, string, string>;
    recipient: ColumnType<string, string, string>;
    template_type: ColumnType<string, string, string>;
    subject: ColumnType<string | null, string | null | undefined, string | null>;
    content: ColumnType<string, string, string>;
    content_type: ColumnType<string, string | undefined, string>;
    code: ColumnType<string | null, string | null | undefined, string | null>;
    link: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  message_counters: {
    tenant_id: ColumnType<string, string | undefined, string>;
    subject: ColumnType<string, string, string>;
    window_start: ColumnType<number, Date | string | undefined, Date | string>;
    count: ColumnType<number, number | undefined, number>;
    alerted: ColumnType<number, number | undefined, number>;
    sent_at: ColumnType<Date[] | null, string[] | null | undefined, string[] | null>;
  };
  message_counts: {
    tenant_id: ColumnType<string, string | undefined, string>;
    channel: ColumnType<string, string, string>;
    hour: ColumnType<number, Date | string, Date | string>;
    sent: ColumnType<number, number | undefined, number>;
    refused: ColumnType<number, number | undefined, number>;
  };
  message_limits: {
    tenant_id: ColumnType<string, string | undefined, string>;
    email_hour: ColumnType<number | null, number | null | undefined, number | null>;
    email_day: ColumnType<number | null, number | null | undefined, number | null>;
    sms_hour: ColumnType<number | null, number | null | undefined, number | null>;
    sms_day: ColumnType<number | null, number | null | undefined, number | null>;
  };
  mfa_temporary_codes: {
    tenant_id: ColumnType<string, string | undefined, string>;
    user_id: ColumnType<string, string, string>;
    digest: ColumnType<string, string, string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  new_device_notices: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    user_id: ColumnType<string, string, string>;
    device: ColumnType<string, string, string>;
    token_digest: ColumnType<string, string, string>;
    user_agent: ColumnType<string, string, string>;
    ip: ColumnType<string, string, string>;
    signed_in_at: ColumnType<number, Date | string, Date | string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
    reported_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
  };
  oidc_keys: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    kind: ColumnType<string, string, string>;
    value: ColumnType<unknown, string, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    signs_from: ColumnType<number, Date | string | undefined, Date | string>;
  };
  oidc_models: {
    tenant_id: ColumnType<string, string | undefined, string>;
    model: ColumnType<string, string, string>;
    id: ColumnType<string, string, string>;
    payload: ColumnType<unknown, string, string>;
    grant_id: ColumnType<string | null, string | null | undefined, string | null>;
    uid: ColumnType<string | null, string | null | undefined, string | null>;
    user_code: ColumnType<string | null, string | null | undefined, string | null>;
    account_id: ColumnType<string | null, string | null | undefined, string | null>;
    expires_at: ColumnType<number, Date | string, Date | string>;
    consumed_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    successor: ColumnType<string | null, string | null | undefined, string | null>;
    purge_hour: ColumnType<number | null, never, never>;
  };
  one_time_tokens: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    email: ColumnType<string, string, string>;
    token: ColumnType<string, string, string>;
    context: ColumnType<unknown, string | undefined, string>;
    status: ColumnType<string, string | undefined, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
    invitation_id: ColumnType<string | null, string | null | undefined, string | null>;
    token_digest: ColumnType<string, string, string>;
  };
  organization_applications: {
    tenant_id: ColumnType<string, string | undefined, string>;
    organization_id: ColumnType<string, string, string>;
    application_id: ColumnType<string, string, string>;
    application_type: ColumnType<string, string | undefined, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  organization_applications_roles: {
    tenant_id: ColumnType<string, string | undefined, string>;
    organization_id: ColumnType<string, string, string>;
    application_id: ColumnType<string, string, string>;
    organization_role_id: ColumnType<string, string, string>;
    role_type: ColumnType<string, string | undefined, string>;
  };
  organization_counts: {
    tenant_id: ColumnType<string, string | undefined, string>;
    organization_id: ColumnType<string, string, string>;
    kind: ColumnType<string, string, string>;
    slot: ColumnType<number, number, number>;
    n: ColumnType<number, number, number>;
  };
  organization_invitations: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    organization_id: ColumnType<string, string, string>;
    inviter_id: ColumnType<string | null, string | null | undefined, string | null>;
    invitee: ColumnType<string, string, string>;
    organization_role_id: ColumnType<string | null, string | null | undefined, string | null>;
    accepted_user_id: ColumnType<string | null, string | null | undefined, string | null>;
    status: ColumnType<string, string | undefined, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    updated_at: ColumnType<number, Date | string | undefined, Date | string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
    mail_due_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    mail_attempts: ColumnType<number, number | undefined, number>;
    mail_context: ColumnType<unknown, string | undefined, string>;
    resent_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    link_hashes: ColumnType<string[], string[] | undefined, string[]>;
  };
  organization_invitations_roles: {
    tenant_id: ColumnType<string, string | undefined, string>;
    invitation_id: ColumnType<string, string, string>;
    organization_role_id: ColumnType<string, string, string>;
  };
  organization_jit_email_domains: {
    tenant_id: ColumnType<string, string | undefined, string>;
    organization_id: ColumnType<string, string, string>;
    email_domain: ColumnType<string, string, string>;
  };
  organization_jit_roles: {
    tenant_id: ColumnType<string, string | undefined, string>;
    organization_id: ColumnType<string, string, string>;
    organization_role_id: ColumnType<string, string, string>;
  };
  organization_jit_sso_connectors: {
    tenant_id: ColumnType<string, string | undefined, string>;
    organization_id: ColumnType<string, string, string>;
    sso_connector_id: ColumnType<string, string, string>;
  };
  organization_roles: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    description: ColumnType<string | null, string | null | undefined, string | null>;
    type: ColumnType<string, string | undefined, string>;
  };
  organization_roles_resource_scopes: {
    tenant_id: ColumnType<string, string | undefined, string>;
    organization_role_id: ColumnType<string, string, string>;
    scope_id: ColumnType<string, string, string>;
  };
  organization_roles_scopes: {
    tenant_id: ColumnType<string, string | undefined, string>;
    organization_role_id: ColumnType<string, string, string>;
    organization_scope_id: ColumnType<string, string, string>;
  };
  organization_scopes: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    description: ColumnType<string | null, string | null | undefined, string | null>;
  };
  organization_users: {
    tenant_id: ColumnType<string, string | undefined, string>;
    organization_id: ColumnType<string, string, string>;
    user_id: ColumnType<string, string, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    sso_identity_id: ColumnType<string | null, string | null | undefined, string | null>;
  };
  organization_users_roles: {
    tenant_id: ColumnType<string, string | undefined, string>;
    organization_id: ColumnType<string, string, string>;
    user_id: ColumnType<string, string, string>;
    organization_role_id: ColumnType<string, string, string>;
    role_type: ColumnType<string, string | undefined, string>;
  };
  organizations: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    description: ColumnType<string | null, string | null | undefined, string | null>;
    custom_data: ColumnType<unknown, string | undefined, string>;
    is_mfa_required: ColumnType<boolean, boolean | undefined, boolean>;
    color: ColumnType<unknown, string | undefined, string>;
    branding: ColumnType<unknown, string | undefined, string>;
    custom_css: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    search_text: ColumnType<string | null, never, never>;
  };
  outbox: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    subject_id: ColumnType<string, string, string>;
    data: ColumnType<unknown, string | undefined, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    available_at: ColumnType<number, Date | string | undefined, Date | string>;
    attempts: ColumnType<number, number | undefined, number>;
    last_error: ColumnType<string | null, string | null | undefined, string | null>;
    actor: ColumnType<unknown | null, string | null | undefined, string | null>;
    seq: ColumnType<number, number | undefined, number>;
    subject: ColumnType<unknown | null, string | null | undefined, string | null>;
    call: ColumnType<unknown | null, string | null | undefined, string | null>;
    noted: ColumnType<unknown | null, string | null | undefined, string | null>;
  };
  passcodes: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    owner: ColumnType<string, string, string>;
    verification_id: ColumnType<string, string, string>;
    identifier_type: ColumnType<string, string, string>;
    identifier: ColumnType<string, string, string>;
    template_type: ColumnType<string, string, string>;
    code_digest: ColumnType<string, string, string>;
    consumed_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    try_count: ColumnType<number, number | undefined, number>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
  };
  passkey_owners: {
    tenant_id: ColumnType<string, string | undefined, string>;
    credential_id: ColumnType<string, string, string>;
    user_id: ColumnType<string, string, string>;
  };
  payment_events: {
    provider: ColumnType<string, string, string>;
    id: ColumnType<string, string, string>;
    at: ColumnType<number, Date | string, Date | string>;
    received_at: ColumnType<number, Date | string | undefined, Date | string>;
    waits_for: ColumnType<string | null, string | null | undefined, string | null>;
    event: ColumnType<unknown | null, string | null | undefined, string | null>;
  };
  period_usage: {
    tenant_id: ColumnType<string, string | undefined, string>;
    period: ColumnType<string, string, string>;
    active_users: ColumnType<number, number | undefined, number>;
    tokens: ColumnType<number, number | undefined, number>;
  };
  personal_access_tokens: {
    tenant_id: ColumnType<string, string | undefined, string>;
    user_id: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    value: ColumnType<string, string, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    expires_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    value_digest: ColumnType<string, string, string>;
  };
  region_mirrors: {
    region: ColumnType<string, string, string>;
    subject: ColumnType<string, string, string>;
    version: ColumnType<number, number | undefined, number>;
    due_at: ColumnType<number, Date | string | undefined, Date | string>;
    attempts: ColumnType<number, number | undefined, number>;
    last_error: ColumnType<string | null, string | null | undefined, string | null>;
  };
  registered_clients: {
    tenant_id: ColumnType<string, string | undefined, string>;
    application_id: ColumnType<string, string, string>;
    metadata: ColumnType<unknown, string, string>;
    initial_access_token_id: ColumnType<string | null, string | null | undefined, string | null>;
    registered_at: ColumnType<number, Date | string | undefined, Date | string>;
    unused_until: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    used_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
  };
  resources: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    indicator: ColumnType<string, string, string>;
    is_default: ColumnType<boolean, boolean | undefined, boolean>;
    access_token_ttl: ColumnType<number, number | undefined, number>;
  };
  roles: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    description: ColumnType<string, string, string>;
    type: ColumnType<string, string | undefined, string>;
    is_default: ColumnType<boolean, boolean | undefined, boolean>;
  };
  roles_scopes: {
    tenant_id: ColumnType<string, string | undefined, string>;
    role_id: ColumnType<string, string, string>;
    scope_id: ColumnType<string, string, string>;
  };
  row_counts: {
    tenant_id: ColumnType<string, string | undefined, string>;
    kind: ColumnType<string, string, string>;
    slot: ColumnType<number, number, number>;
    n: ColumnType<number, number, number>;
  };
  saml_application_configs: {
    tenant_id: ColumnType<string, string | undefined, string>;
    application_id: ColumnType<string, string, string>;
    application_type: ColumnType<string, string | undefined, string>;
    attribute_mapping: ColumnType<unknown, string | undefined, string>;
    entity_id: ColumnType<string | null, string | null | undefined, string | null>;
    acs_url: ColumnType<unknown | null, string | null | undefined, string | null>;
    encryption: ColumnType<unknown | null, string | null | undefined, string | null>;
    name_id_format: ColumnType<string, string, string>;
    request_signing: ColumnType<unknown | null, string | null | undefined, string | null>;
    single_logout_url: ColumnType<string | null, string | null | undefined, string | null>;
    idp_initiated: ColumnType<unknown | null, string | null | undefined, string | null>;
    additional_acs_urls: ColumnType<unknown, string | undefined, string>;
    additional_attributes: ColumnType<unknown, string | undefined, string>;
  };
  saml_application_logouts: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    application_id: ColumnType<string, string, string>;
    saml_request_id: ColumnType<string, string, string>;
    relay_state: ColumnType<string | null, string | null | undefined, string | null>;
    remaining: ColumnType<unknown, string, string>;
    current_application_id: ColumnType<string, string, string>;
    current_request_id: ColumnType<string, string, string>;
    is_partial: ColumnType<boolean, boolean | undefined, boolean>;
    expires_at: ColumnType<number, Date | string, Date | string>;
  };
  saml_application_secrets: {
    tenant_id: ColumnType<string, string | undefined, string>;
    application_id: ColumnType<string, string, string>;
    id: ColumnType<string, string, string>;
    private_key: ColumnType<string, string, string>;
    certificate: ColumnType<string, string, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
    active: ColumnType<boolean, boolean, boolean>;
    warned_days: ColumnType<number | null, number | null | undefined, number | null>;
  };
  saml_application_sessions: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    application_id: ColumnType<string, string, string>;
    saml_request_id: ColumnType<string | null, string | null | undefined, string | null>;
    oidc_state: ColumnType<string, string, string>;
    relay_state: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
    issued_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    user_id: ColumnType<string | null, string | null | undefined, string | null>;
    session_uid: ColumnType<string | null, string | null | undefined, string | null>;
    name_id: ColumnType<string | null, string | null | undefined, string | null>;
    authn_context: ColumnType<string | null, string | null | undefined, string | null>;
    acs_url: ColumnType<string | null, string | null | undefined, string | null>;
    is_forced: ColumnType<boolean, boolean | undefined, boolean>;
  };
  scopes: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    resource_id: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    description: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  secret_enterprise_sso_connector_relations: {
    tenant_id: ColumnType<string, string | undefined, string>;
    secret_id: ColumnType<string, string, string>;
    sso_connector_id: ColumnType<string, string, string>;
    issuer: ColumnType<string, string, string>;
    identity_id: ColumnType<string, string, string>;
  };
  secret_social_connector_relations: {
    tenant_id: ColumnType<string, string | undefined, string>;
    secret_id: ColumnType<string, string, string>;
    connector_id: ColumnType<string, string, string>;
    target: ColumnType<string, string, string>;
    identity_id: ColumnType<string, string, string>;
  };
  secrets: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    user_id: ColumnType<string, string, string>;
    type: ColumnType<string, string, string>;
    sealed: ColumnType<string, string, string>;
    metadata: ColumnType<unknown, string | undefined, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    updated_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  sentinel_activities: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    target_type: ColumnType<string, string, string>;
    target_hash: ColumnType<string, string, string>;
    action: ColumnType<string, string, string>;
    action_result: ColumnType<string, string, string>;
    payload: ColumnType<unknown, string | undefined, string>;
    decision: ColumnType<string, string | undefined, string>;
    decision_expires_at: ColumnType<number, Date | string | undefined, Date | string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  service_levels: {
    hour: ColumnType<number, Date | string, Date | string>;
    kind: ColumnType<string, string, string>;
    requests: ColumnType<number, number, number>;
    failed: ColumnType<number, number, number>;
    slow: ColumnType<number, number, number>;
  };
  session_policies: {
    tenant_id: ColumnType<string, string | undefined, string>;
    max_minutes: ColumnType<number | null, number | null | undefined, number | null>;
    idle_minutes: ColumnType<number | null, number | null | undefined, number | null>;
    max_sessions: ColumnType<number | null, number | null | undefined, number | null>;
    idle_seconds: ColumnType<number | null, number | null | undefined, number | null>;
    always_confirm_sign_out: ColumnType<boolean, boolean | undefined, boolean>;
    offers_session_checks: ColumnType<boolean, boolean | undefined, boolean>;
  };
  sign_in_experiences: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    color: ColumnType<unknown, string, string>;
    branding: ColumnType<unknown, string | undefined, string>;
    language_info: ColumnType<unknown, string, string>;
    terms_of_use_url: ColumnType<string | null, string | null | undefined, string | null>;
    privacy_policy_url: ColumnType<string | null, string | null | undefined, string | null>;
    agree_to_terms_policy: ColumnType<string, string | undefined, string>;
    sign_in: ColumnType<unknown, string, string>;
    sign_up: ColumnType<unknown, string, string>;
    social_sign_in: ColumnType<unknown, string | undefined, string>;
    social_sign_in_connector_targets: ColumnType<unknown, string | undefined, string>;
    sign_in_mode: ColumnType<string, string | undefined, string>;
    custom_css: ColumnType<string | null, string | null | undefined, string | null>;
    custom_content: ColumnType<unknown, string | undefined, string>;
    custom_ui_assets: ColumnType<unknown | null, string | null | undefined, string | null>;
    password_policy: ColumnType<unknown, string | undefined, string>;
    mfa: ColumnType<unknown, string | undefined, string>;
    single_sign_on_enabled: ColumnType<boolean, boolean | undefined, boolean>;
    support_email: ColumnType<string | null, string | null | undefined, string | null>;
    support_website_url: ColumnType<string | null, string | null | undefined, string | null>;
    unknown_session_redirect_url: ColumnType<string | null, string | null | undefined, string | null>;
    captcha_policy: ColumnType<unknown, string | undefined, string>;
    sentinel_policy: ColumnType<unknown, string | undefined, string>;
    email_blocklist_policy: ColumnType<unknown, string | undefined, string>;
    forgot_password_methods: ColumnType<unknown | null, string | null | undefined, string | null>;
    passkey_sign_in: ColumnType<unknown, string | undefined, string>;
    username_policy: ColumnType<unknown, string | undefined, string>;
    verification_code_policy: ColumnType<unknown, string | undefined, string>;
    password_expiration: ColumnType<unknown, string | undefined, string>;
    hide_logto_branding: ColumnType<boolean, boolean | undefined, boolean>;
    custom_ui_csp: ColumnType<unknown, string | undefined, string>;
    sign_up_profile_fields: ColumnType<unknown | null, string | null | undefined, string | null>;
    adaptive_mfa: ColumnType<unknown, string | undefined, string>;
  };
  sign_in_marks: {
    tenant_id: ColumnType<string, string | undefined, string>;
    sign_in: ColumnType<string, string, string>;
    day: ColumnType<string, string, string>;
    reached: ColumnType<string[], string[], string[]>;
    added: ColumnType<string[], string[], string[]>;
  };
  sign_in_protections: {
    tenant_id: ColumnType<string, string | undefined, string>;
    trusts_devices: ColumnType<boolean, boolean | undefined, boolean>;
    trusted_days: ColumnType<number, number | undefined, number>;
    mails_new_devices: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
    medium_risk: ColumnType<string, string | undefined, string>;
    high_risk: ColumnType<string, string | undefined, string>;
  };
  sign_in_requests: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    request_digest: ColumnType<string, string, string>;
    user_id: ColumnType<string | null, string | null | undefined, string | null>;
    application_id: ColumnType<string, string, string>;
    binding_message: ColumnType<string | null, string | null | undefined, string | null>;
    notification: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
    answered_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
  };
  skus: {
    id: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    type: ColumnType<string, string, string>;
    unit_price: ColumnType<number | null, number | null | undefined, number | null>;
    product_id: ColumnType<string | null, string | null | undefined, string | null>;
    default_price_id: ColumnType<string | null, string | null | undefined, string | null>;
    is_default: ColumnType<boolean, boolean | undefined, boolean>;
    is_offered: ColumnType<boolean, boolean | undefined, boolean>;
    quota: ColumnType<unknown, string | undefined, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    updated_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  sso_connection_tests: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    connector_id: ColumnType<string, string, string>;
    starter_digest: ColumnType<string, string, string>;
    open_digest: ColumnType<string, string, string>;
    state_digest: ColumnType<string | null, string | null | undefined, string | null>;
    cookie_digest: ColumnType<string | null, string | null | undefined, string | null>;
    session: ColumnType<unknown | null, string | null | undefined, string | null>;
    response: ColumnType<string | null, string | null | undefined, string | null>;
    result: ColumnType<unknown | null, string | null | undefined, string | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
    answered_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    finished_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
  };
  sso_connector_idp_initiated_auth_configs: {
    tenant_id: ColumnType<string, string | undefined, string>;
    connector_id: ColumnType<string, string, string>;
    default_application_id: ColumnType<string, string, string>;
    redirect_uri: ColumnType<string | null, string | null | undefined, string | null>;
    auth_parameters: ColumnType<unknown, string | undefined, string>;
    auto_send_authorization_request: ColumnType<boolean, boolean | undefined, boolean>;
    client_idp_initiated_auth_callback_uri: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  sso_connector_keys: {
    tenant_id: ColumnType<string, string | undefined, string>;
    connector_id: ColumnType<string, string, string>;
    private_key: ColumnType<string, string, string>;
    certificate: ColumnType<string, string, string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  sso_connector_spare_keys: {
    tenant_id: ColumnType<string, string | undefined, string>;
    connector_id: ColumnType<string, string, string>;
    state: ColumnType<string, string, string>;
    private_key: ColumnType<string, string, string>;
    certificate: ColumnType<string, string, string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  sso_connectors: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    provider_name: ColumnType<string, string, string>;
    connector_name: ColumnType<string, string, string>;
    config: ColumnType<unknown, string | undefined, string>;
    domains: ColumnType<unknown, string | undefined, string>;
    branding: ColumnType<unknown, string | undefined, string>;
    sync_profile: ColumnType<boolean, boolean | undefined, boolean>;
    enable_token_storage: ColumnType<boolean, boolean | undefined, boolean>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    is_configured: ColumnType<boolean, boolean | undefined, boolean>;
    metadata_xml: ColumnType<string | null, string | null | undefined, string | null>;
    metadata_read_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    metadata_error: ColumnType<string | null, string | null | undefined, string | null>;
    certificate_expires_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    certificate_warned_for: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
  };
  sso_sessions: {
    tenant_id: ColumnType<string, string | undefined, string>;
    session_uid: ColumnType<string, string, string>;
    connector_id: ColumnType<string, string, string>;
    user_id: ColumnType<string, string, string>;
    subject: ColumnType<string, string, string>;
    sid: ColumnType<string | null, string | null | undefined, string | null>;
    name_id: ColumnType<unknown | null, string | null | undefined, string | null>;
    id_token: ColumnType<string | null, string | null | undefined, string | null>;
    signs_out: ColumnType<boolean, boolean | undefined, boolean>;
    logout_digest: ColumnType<string | null, string | null | undefined, string | null>;
    logout_request_id: ColumnType<string | null, string | null | undefined, string | null>;
    return_uri: ColumnType<string | null, string | null | undefined, string | null>;
    expires_at: ColumnType<number, Date | string, Date | string>;
  };
  sso_setup_domains: {
    tenant_id: ColumnType<string, string | undefined, string>;
    link_id: ColumnType<string, string, string>;
    domain: ColumnType<string, string, string>;
    challenge: ColumnType<string, string, string>;
    problem: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    proven_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
  };
  sso_setup_links: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    organization_id: ColumnType<string | null, string | null | undefined, string | null>;
    connector_id: ColumnType<string | null, string | null | undefined, string | null>;
    is_for_connector: ColumnType<boolean, boolean, boolean>;
    providers: ColumnType<unknown, string, string>;
    purposes: ColumnType<unknown, string, string>;
    enable_without_review: ColumnType<boolean, boolean, boolean>;
    secret_hash: ColumnType<string, string, string>;
    cookie_hash: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
    opened_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    last_used_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    tested_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    directory_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    finished_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    enabled_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    revoked_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
  };
  sso_used_assertions: {
    tenant_id: ColumnType<string, string | undefined, string>;
    connector_id: ColumnType<string, string, string>;
    digest: ColumnType<string, string, string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
  };
  subject_tokens: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    context: ColumnType<unknown, string | undefined, string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
    consumed_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    user_id: ColumnType<string, string, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    creator_id: ColumnType<string, string, string>;
  };
  subscriptions: {
    tenant_id: ColumnType<string, string | undefined, string>;
    status: ColumnType<string, string | undefined, string>;
    current_period_start: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    current_period_end: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    cancel_at_period_end: ColumnType<boolean, boolean | undefined, boolean>;
    quota: ColumnType<unknown | null, string | null | undefined, string | null>;
    updated_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  tenant_deletions: {
    id: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    requested_by: ColumnType<string, string, string>;
    requested_at: ColumnType<number, Date | string | undefined, Date | string>;
    rows_total: ColumnType<number | null, number | null | undefined, number | null>;
    rows_erased: ColumnType<number, number | undefined, number>;
    files_erased: ColumnType<number, number | undefined, number>;
    position: ColumnType<string | null, string | null | undefined, string | null>;
    due_at: ColumnType<number, Date | string | undefined, Date | string>;
    attempts: ColumnType<number, number | undefined, number>;
    last_error: ColumnType<string | null, string | null | undefined, string | null>;
    finished_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
  };
  tenant_suspensions: {
    tenant_id: ColumnType<string, string | undefined, string>;
    suspended_at: ColumnType<number, Date | string | undefined, Date | string>;
    reason: ColumnType<string, string, string>;
    suspended_by: ColumnType<string, string, string>;
    resumed_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    resumed_by: ColumnType<string | null, string | null | undefined, string | null>;
    is_shown: ColumnType<boolean, boolean | undefined, boolean>;
  };
  tenants: {
    id: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    tag: ColumnType<string, string | undefined, string>;
    region_name: ColumnType<string, string | undefined, string>;
    plan_id: ColumnType<string, string | undefined, string>;
    is_suspended: ColumnType<boolean, boolean | undefined, boolean>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    deleted_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    database_region: ColumnType<string | null, string | null | undefined, string | null>;
    mirror_version: ColumnType<number, number | undefined, number>;
    grace_plan: ColumnType<string | null, string | null | undefined, string | null>;
    grace_until: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    spending_limit: ColumnType<number | null, number | null | undefined, number | null>;
  };
  throttle_counters: {
    tenant_id: ColumnType<string, string | undefined, string>;
    subject: ColumnType<string, string, string>;
    window_start: ColumnType<number, Date | string | undefined, Date | string>;
    count: ColumnType<number, number, number>;
  };
  trusted_devices: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    user_id: ColumnType<string, string, string>;
    token_digest: ColumnType<string, string, string>;
    device: ColumnType<string | null, string | null | undefined, string | null>;
    user_agent: ColumnType<string, string | undefined, string>;
    ip: ColumnType<string, string | undefined, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    last_used_at: ColumnType<number, Date | string | undefined, Date | string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
  };
  unwanted_subscriptions: {
    provider: ColumnType<string, string, string>;
    subscription: ColumnType<string, string, string>;
    due_at: ColumnType<number, Date | string | undefined, Date | string>;
    attempts: ColumnType<number, number | undefined, number>;
    last_error: ColumnType<string | null, string | null | undefined, string | null>;
  };
  usage_alert_mails: {
    tenant_id: ColumnType<string, string | undefined, string>;
    period: ColumnType<string, string, string>;
    metric: ColumnType<string, string, string>;
    threshold: ColumnType<number, number, number>;
    recipient_id: ColumnType<string, string, string>;
    due_at: ColumnType<number, Date | string | undefined, Date | string>;
    attempts: ColumnType<number, number | undefined, number>;
  };
  usage_alerts: {
    tenant_id: ColumnType<string, string | undefined, string>;
    period: ColumnType<string, string, string>;
    metric: ColumnType<string, string, string>;
    threshold: ColumnType<number, number, number>;
    used: ColumnType<number, number, number>;
    quota: ColumnType<number, number, number>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  user_activity: {
    tenant_id: ColumnType<string, string | undefined, string>;
    user_id: ColumnType<string, string, string>;
    last_day: ColumnType<string, string, string>;
    previous_day: ColumnType<string | null, string | null | undefined, string | null>;
  };
  user_identities: {
    tenant_id: ColumnType<string, string | undefined, string>;
    target: ColumnType<string, string, string>;
    identity_id: ColumnType<string, string, string>;
    user_id: ColumnType<string, string, string>;
  };
  user_import_files: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    bytes: ColumnType<number, number, number>;
    records: ColumnType<number, number, number>;
    parts: ColumnType<number, number, number>;
    analysis: ColumnType<unknown, string, string>;
    created_by: ColumnType<string, string, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  user_job_findings: {
    tenant_id: ColumnType<string, string | undefined, string>;
    job_id: ColumnType<string, string, string>;
    line: ColumnType<number, number, number>;
    position: ColumnType<number, number, number>;
    level: ColumnType<string, string, string>;
    code: ColumnType<string, string, string>;
    field: ColumnType<string | null, string | null | undefined, string | null>;
    subject: ColumnType<string | null, string | null | undefined, string | null>;
    details: ColumnType<string | null, string | null | undefined, string | null>;
    gaps: ColumnType<unknown, string | undefined, string>;
  };
  user_job_keys: {
    tenant_id: ColumnType<string, string | undefined, string>;
    job_id: ColumnType<string, string, string>;
    key: ColumnType<string, string, string>;
    line: ColumnType<number, number, number>;
  };
  user_jobs: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    kind: ColumnType<string, string, string>;
    state: ColumnType<string, string | undefined, string>;
    total: ColumnType<number | null, number | null | undefined, number | null>;
    done: ColumnType<number, number | undefined, number>;
    failed: ColumnType<number, number | undefined, number>;
    counts: ColumnType<unknown, string | undefined, string>;
    cursor: ColumnType<unknown, string | undefined, string>;
    input: ColumnType<unknown, string | undefined, string>;
    secrets: ColumnType<string | null, string | null | undefined, string | null>;
    is_cancel_wanted: ColumnType<boolean, boolean | undefined, boolean>;
    lease: ColumnType<string | null, string | null | undefined, string | null>;
    leased_until: ColumnType<number, Date | string | undefined, Date | string>;
    attempts: ColumnType<number, number | undefined, number>;
    error: ColumnType<unknown | null, string | null | undefined, string | null>;
    created_by: ColumnType<string, string, string>;
    actor: ColumnType<unknown | null, string | null | undefined, string | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    started_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    finished_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
  };
  user_sso_identities: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    user_id: ColumnType<string, string, string>;
    issuer: ColumnType<string, string, string>;
    identity_id: ColumnType<string, string, string>;
    detail: ColumnType<unknown, string | undefined, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    updated_at: ColumnType<number, Date | string | undefined, Date | string>;
    sso_connector_id: ColumnType<string, string, string>;
  };
  user_traits: {
    tenant_id: ColumnType<string, string | undefined, string>;
    user_id: ColumnType<string, string, string>;
    last_sign_in_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    has_mfa: ColumnType<boolean, boolean | undefined, boolean>;
  };
  user_view_defaults: {
    tenant_id: ColumnType<string, string | undefined, string>;
    owner_id: ColumnType<string, string, string>;
    view_id: ColumnType<string, string, string>;
  };
  user_views: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    name: ColumnType<string, string, string>;
    owner_id: ColumnType<string, string, string>;
    is_shared: ColumnType<boolean, boolean | undefined, boolean>;
    filters: ColumnType<unknown, string | undefined, string>;
    columns: ColumnType<unknown, string | undefined, string>;
    sort: ColumnType<string | null, string | null | undefined, string | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    updated_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
  users: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    username: ColumnType<string | null, string | null | undefined, string | null>;
    primary_email: ColumnType<string | null, string | null | undefined, string | null>;
    primary_phone: ColumnType<string | null, string | null | undefined, string | null>;
    password_encrypted: ColumnType<string | null, string | null | undefined, string | null>;
    password_encryption_method: ColumnType<string | null, string | null | undefined, string | null>;
    name: ColumnType<string | null, string | null | undefined, string | null>;
    avatar: ColumnType<string | null, string | null | undefined, string | null>;
    profile: ColumnType<unknown, string | undefined, string>;
    application_id: ColumnType<string | null, string | null | undefined, string | null>;
    identities: ColumnType<unknown, string | undefined, string>;
    custom_data: ColumnType<unknown, string | undefined, string>;
    logto_config: ColumnType<unknown, string | undefined, string>;
    mfa_verifications: ColumnType<unknown, string | undefined, string>;
    is_suspended: ColumnType<boolean, boolean | undefined, boolean>;
    last_sign_in_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    updated_at: ColumnType<number, Date | string | undefined, Date | string>;
    search_text: ColumnType<string | null, never, never>;
    email_verified_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    phone_verified_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    last_sign_in_place: ColumnType<unknown | null, string | null | undefined, string | null>;
    security_epoch: ColumnType<number, number | undefined, number>;
    password_updated_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    is_password_expired: ColumnType<boolean, boolean | undefined, boolean>;
  };
  users_roles: {
    tenant_id: ColumnType<string, string | undefined, string>;
    user_id: ColumnType<string, string, string>;
    role_id: ColumnType<string, string, string>;
    role_type: ColumnType<string, string | undefined, string>;
  };
  vault_state: {
    settings_from: ColumnType<number, Date | string, Date | string>;
    settings_sealed_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
  };
  verification_records: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    user_id: ColumnType<string, string, string>;
    data: ColumnType<unknown, string, string>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
    expires_at: ColumnType<number, Date | string, Date | string>;
  };
  webhook_deliveries: {
    tenant_id: ColumnType<string, string | undefined, string>;
    id: ColumnType<string, string, string>;
    hook_id: ColumnType<string, string, string>;
    event: ColumnType<string, string, string>;
    object_type: ColumnType<string, string, string>;
    object_id: ColumnType<string, string, string>;
    seq: ColumnType<number, number, number>;
    body: ColumnType<string, string, string>;
    attempts: ColumnType<number, number | undefined, number>;
    next_at: ColumnType<number, Date | string | undefined, Date | string>;
    claimed_until: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    last_status: ColumnType<number | null, number | null | undefined, number | null>;
    last_error: ColumnType<string | null, string | null | undefined, string | null>;
    dead_at: ColumnType<number | null, Date | string | null | undefined, Date | string | null>;
    created_at: ColumnType<number, Date | string | undefined, Date | string>;
  };
};
