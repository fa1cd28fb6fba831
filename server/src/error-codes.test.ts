import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { errors } from '@postern/contracts/errors';
import { beforeAll, expect, test } from 'vitest';

/** Codes that Logto has added since 1.32, with their usual status. No status: it has only the text. */
const added: readonly (readonly [string, number?])[] = [
  ['action.general', 422],
  ['action.sign_in_identifier_changed', 422],
  ['application.third_party_application_cannot_enable_token_exchange', 422],
  ['application.device_flow_native_only', 422],
  ['application.device_flow_not_changeable', 422],
  ['application.sync_application_secret_failed', 500],
  ['application.saml.acs_url_scheme_not_supported', 400],
  ['connector.usage_limit_exceeded', 429],
  ['entity.value_too_long', 422],
  ['log.invalid_time_window', 400],
  ['oidc.custom_claims_script_error'],
  ['oidc.only_previous_key_can_be_deleted', 422],
  ['oidc.invalid_session_payload', 500],
  ['oidc.session_not_found', 404],
  ['oidc.invalid_session_account_id', 404],
  ['oidc.failed_to_revoke_grant', 500],
  ['oidc.failed_to_cleanup_session_authorization', 500],
  ['one_time_token.interaction_event_mismatch', 400],
  ['password.expired', 422],
  ['request.rate_limited'],
  ['request.message_rate_limited', 429],
  ['session.passkey_sign_in.pending_info_not_found', 400],
  ['session.passkey_sign_in.conflict_rp_id', 400],
  ['session.passkey_sign_in.sso_users_not_allowed', 400],
  ['session.password_expiration.reset_not_allowed'],
  ['sign_in_experiences.adaptive_mfa_requires_mfa', 422],
  ['sign_in_experiences.adaptive_mfa_requires_non_skippable_policy', 422],
  ['sign_in_experiences.non_adaptive_mfa_requires_skippable_policy', 422],
  ['sign_in_experiences.password_expiration_requires_forgot_password', 422],
  ['sign_in_experiences.password_expiration_not_enabled', 400],
  ['sign_in_experiences.password_expiration_invalid_period_days', 422],
  ['sign_in_experiences.username_policy_case_conflicts_exist', 409],
  ['single_sign_on.sso_signing_unavailable', 500],
  ['single_sign_on.can_not_delete_active_signing_key', 400],
  ['single_sign_on.can_not_deactivate_signing_key_in_use', 400],
  ['single_sign_on.active_signing_key_required', 400],
  ['storage.download_error', 502],
  ['system_limit.limit_exceeded', 403],
  ['user.username_starts_with_number', 422],
  ['user.username_invalid_charset_hard', 422],
  ['user.username_too_short', 422],
  ['user.username_too_long', 422],
  ['user.username_uppercase_not_allowed', 422],
  ['user.username_lowercase_not_allowed', 422],
  ['user.username_numbers_not_allowed', 422],
  ['user.username_underscore_not_allowed', 422],
  ['user.sso_identity_not_exist', 404],
  ['user.suggest_mfa', 422],
  ['user.last_sign_in_method_required', 400],
  ['user.passkey_preferred', 422],
];

const events = ['PostSignInAdaptiveMfaTriggered', 'Identifier.Lockout', 'Message.RateLimited', 'Grant.LimitExceeded'];

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
let sources = '';
let tests = '';

beforeAll(async () => {
  const paths: string[] = [];
  const tested: string[] = [];
  for await (const path of glob('**/*.ts', { cwd: import.meta.dirname })) {
    if (!/\.test\.ts$|testing/.test(path)) {
      paths.push(join('server/src', path));
    } else if (path.endsWith('.test.ts') && path !== 'error-codes.test.ts') {
      tested.push(join('server/src', path));
    }
  }
  for await (const path of glob('connectors/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })) {
    tested.push(path);
  }
  tests = tested.map(read).join('\n');
  // The rules for usernames, and connectors, which leave out the first part of a code.
  const elsewhere = [read('contracts/src/experience/judge-username.ts')];
  for await (const path of glob('connectors/kit/*.ts', { cwd: root, exclude: (name) => name.endsWith('.test.ts') })) {
    elsewhere.push(read(path).replaceAll("new ConnectorError('", "new ConnectorError('connector."));
  }
  sources = [...paths.map(read), ...elsewhere].join('\n');
});

/** Tests of many codes of a group write the group once. */
const isTested = (code: string) =>
  tests.includes(code) || tests.includes(`${code.split('.').at(-1)}'`) || tests.includes(`${code.split('.').at(-1)}\``);
const isRaised = (code: string) => sources.includes(`'${code}'`);
/** A row of the page says what happens instead. */
const isExplained = (code: string) => read('docs/differences.md').includes(`\`${code}\``);

test('there are fifty of them, each once', () => {
  expect(new Set(added.map(([code]) => code)).size).toBe(50);
});

test.each(added.map(([code, status]) => ({ code, status })))(
  '$code is raised, or the differences say why not',
  ({ code, status }) => {
    const known: Record<string, readonly [number, string]> = errors;
    expect(isRaised(code)).toBe(known[code] !== undefined);
    if (isRaised(code)) {
      expect(known[code]?.[0]).toBe(status);
      expect(isTested(code)).toBe(true);
    } else {
      expect(isExplained(code)).toBe(true);
    }
  },
);

test.each(events)('the event %s is sent in a test', (event) => expect(tests).toContain(`'${event}'`));
