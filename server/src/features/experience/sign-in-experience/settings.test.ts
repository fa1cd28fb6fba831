import { customPhrasesApi } from '@postern/contracts/experience/custom-phrases';
import { type SignInExperience, wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
import {
  signInExperienceApi,
  type UpdateSignInExperience,
} from '@postern/contracts/experience/sign-in-experience-settings';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;

// In production, the mailbox does not replace connectors.
beforeAll(async () => {
  app = await testApp({ NODE_ENV: 'production' });
  token = await app.managementToken();
});
afterAll(() => app.close());

const read = async () => (await app.call(signInExperienceApi.get, { token })).body;
const change = (body: UpdateSignInExperience & Record<string, unknown>) =>
  app.call(signInExperienceApi.update, { token, body });

/** As stored by an older release. */
const storeMfa = (mfa: SignInExperience['mfa']) =>
  app.write('default', (db) =>
    db
      .updateTable('sign_in_experiences')
      .set({ mfa: JSON.stringify(mfa) })
      .execute(),
  );

async function connect(type: 'Email' | 'Sms' | 'Social', target = 'mail') {
  await app.write('default', (db) =>
    db
      .insertInto('connectors')
      .values({
        id: `${type}-${target}`,
        connector_id: type === 'Social' ? 'github-universal' : 'x',
        type,
        target,
        platform: null,
        config: '{}',
      })
      .execute(),
  );
}

const method = (identifier: 'username' | 'email' | 'phone', password: boolean, verificationCode: boolean) => ({
  identifier,
  password,
  verificationCode,
  isPasswordPrimary: true,
});
const usernameUp = { identifiers: ['username' as const], password: true, verify: false };
const emailUp = { identifiers: ['email' as const], password: true, verify: true };
const code = (name: string) => `sign_in_experiences.${name}`;

describe('without connectors', () => {
  test.each<[string, UpdateSignInExperience, string]>([
    ['e-mail at sign-up', { signUp: emailUp }, 'enabled_connector_not_found'],
    [
      'a phone number as a further identifier',
      { signUp: { ...usernameUp, secondaryIdentifiers: [{ identifier: 'phone', verify: true }] } },
      'enabled_connector_not_found',
    ],
    [
      'e-mail or phone',
      { signUp: { ...usernameUp, secondaryIdentifiers: [{ identifier: 'emailOrPhone', verify: true }] } },
      'enabled_connector_not_found',
    ],
    ['codes at sign-in', { signIn: { methods: [method('phone', true, true)] } }, 'enabled_connector_not_found'],
    [
      'a code by e-mail as the only second factor, which everybody must have',
      { mfa: { factors: ['EmailVerificationCode'], policy: 'Mandatory' } },
      'enabled_connector_not_found',
    ],
    [
      'a forgotten password by e-mail',
      { forgotPasswordMethods: ['EmailVerificationCode'] },
      'forgot_password_method_requires_connector',
    ],
    [
      'a forgotten password by phone',
      { forgotPasswordMethods: ['PhoneVerificationCode'] },
      'forgot_password_method_requires_connector',
    ],
  ])('%s is refused', async (_, body, expected) => {
    const before = await read();
    expect(await change(body)).toMatchObject({ status: 400, body: { code: code(expected) } });
    expect(await read()).toEqual(before);
  });
});

describe('rules', () => {
  beforeAll(async () => {
    await connect('Email');
    await connect('Sms', 'sms');
  });
  beforeEach(async () => {
    const { status } = await change({
      signUp: usernameUp,
      signIn: { methods: [method('username', true, false)] },
      mfa: { factors: [], policy: 'UserControlled' },
    });
    expect(status).toBe(200);
  });

  test.each<[string, UpdateSignInExperience, string]>([
    [
      'further identifiers without a main one',
      { signUp: { ...usernameUp, identifiers: [], secondaryIdentifiers: [{ identifier: 'email', verify: true }] } },
      'missing_sign_up_identifiers',
    ],
    [
      'an identifier twice',
      { signUp: { ...emailUp, secondaryIdentifiers: [{ identifier: 'emailOrPhone', verify: true }] } },
      'duplicated_sign_up_identifiers',
    ],
    ['an e-mail address nobody verifies', { signUp: { ...emailUp, verify: false } }, 'passwordless_requires_verify'],
    [
      'a further address nobody verifies',
      { signUp: { ...usernameUp, secondaryIdentifiers: [{ identifier: 'phone' }] } },
      'passwordless_requires_verify',
    ],
    [
      'a way to sign in without any proof',
      { signIn: { methods: [method('email', false, false)] } },
      'at_least_one_authentication_factor',
    ],
    [
      'a code for a username',
      { signIn: { methods: [method('username', false, true)] } },
      'at_least_one_authentication_factor',
    ],
    [
      'no password at sign-up and no code at sign-in',
      { signUp: { ...emailUp, password: false }, signIn: { methods: [method('email', true, false)] } },
      'code_sign_in_must_be_enabled',
    ],
    ['a factor twice', { mfa: { factors: ['Totp', 'Totp'], policy: 'Mandatory' } }, 'duplicated_mfa_factors'],
    [
      'backup codes alone',
      { mfa: { factors: ['BackupCode'], policy: 'Mandatory' } },
      'backup_code_cannot_be_enabled_alone',
    ],
    [
      'a language without phrases',
      { languageInfo: { autoDetect: true, fallbackLanguage: 'nl' } },
      'unsupported_default_language',
    ],
    [
      'something that is no address in the blocklist',
      { emailBlocklistPolicy: { customBlocklist: ['a@b.test', '@c.test', 'nobody', '@'] } },
      'invalid_custom_email_blocklist_format',
    ],
    ...['*@*.*', '*@example', '@*..test', '@.*.test', 'a b*@c.test', 'a@*@c.test', 'nobody'].map(
      (item): [string, UpdateSignInExperience, string] => [
        `${item} in the allowlist`,
        { emailBlocklistPolicy: { customAllowlist: ['@c.test', item] } },
        'invalid_custom_email_blocklist_format',
      ],
    ),
  ])('%s is refused', async (_, body, expected) => {
    const before = await read();
    expect(await change(body)).toMatchObject({ status: 400, body: { code: code(expected) } });
    expect(await read()).toEqual(before);
  });

  test('lists of addresses have each entry once, and are not public', async () => {
    const emailBlocklistPolicy = { customAllowlist: ['*@*.c.test', '@d.test'], customBlocklist: ['x*@d.test'] };
    const sent = { ...emailBlocklistPolicy, customAllowlist: ['*@*.c.test', '@d.test', '*@*.c.test'] };
    expect((await change({ emailBlocklistPolicy: sent })).body.emailBlocklistPolicy).toEqual(emailBlocklistPolicy);
    for (const contract of [wellKnownApi.signInExperience, wellKnownApi.experience]) {
      expect((await app.call(contract)).body).not.toHaveProperty('emailBlocklistPolicy');
    }
    await change({ emailBlocklistPolicy: {} });
  });

  test.each(['email', 'phone'] as const)(
    'a code by %s cannot be used both for sign-in and as a second factor',
    async (kind) => {
      const signIn = { methods: [method(kind, true, true)] };
      const factor = kind === 'email' ? ('EmailVerificationCode' as const) : ('PhoneVerificationCode' as const);
      const mfa = { factors: [factor], policy: 'UserControlled' as const };
      await change({ signIn });
      expect((await change({ mfa })).body).toMatchObject({
        code: code(`${kind}_verification_code_cannot_be_used_for_mfa`),
      });
      await change({ signIn: { methods: [method(kind, true, false)] } });
      await storeMfa(mfa);
      expect((await change({ signIn })).body).toMatchObject({
        code: code(`${kind}_verification_code_cannot_be_used_for_sign_in`),
      });
    },
  );

  test('methods are checked against the stored sign-up, even if both are sent concurrently', async () => {
    await change({ signUp: emailUp, signIn: { methods: [method('email', true, true)] } });
    const signIn = { methods: [method('email', true, false)] };
    const [first, second] = await Promise.all([
      change({ signUp: { ...emailUp, password: false } }),
      change({ signIn }),
    ]);
    expect(first.status).toBe(200);
    // The second change is valid only if it was processed first; after that it is invalid.
    expect([200, 400]).toContain(second.status);
    expect((await change({ signIn })).status).toBe(400);
  });

  describe('second factors', () => {
    const off = { factors: [], policy: 'UserControlled' as const };
    beforeEach(() => storeMfa(off));
    afterAll(() => storeMfa(off));

    test.each<[string, NonNullable<UpdateSignInExperience['mfa']>]>([
      ['a factor', { factors: ['Totp'], policy: 'UserControlled' }],
      ['a mandatory factor', { factors: ['WebAuthn'], policy: 'Mandatory' }],
      ['a policy that prompts', { factors: ['Totp', 'BackupCode'], policy: 'PromptAtSignInAndSignUp' }],
      ['a policy of organizations', { ...off, organizationRequiredMfaPolicy: 'Mandatory' }],
    ])('%s can be switched on and off again', async (_, mfa) => {
      expect(await change({ mfa })).toMatchObject({ status: 200, body: { mfa } });
      expect((await read()).mfa).toEqual(mfa);
      expect((await change({ mfa: off })).body.mfa).toEqual(off);
    });

    test('codes as a factor need a connector that sends them', async () => {
      await app.write('default', (db) => db.deleteFrom('connectors').where('type', '=', 'Sms').execute());
      await change({ signIn: { methods: [method('username', true, false)] } });
      const mfa = { factors: ['PhoneVerificationCode' as const], policy: 'Mandatory' as const };
      expect(await change({ mfa })).toMatchObject({
        status: 400,
        body: { code: code('enabled_connector_not_found') },
      });
    });
  });

  test('sign-in with a passkey is off by default and can be switched on', async () => {
    expect((await read()).passkeySignIn).toEqual({});
    const passkeySignIn = { enabled: true, showPasskeyButton: true, allowAutofill: false };
    expect(await change({ passkeySignIn })).toMatchObject({ status: 200, body: { passkeySignIn } });
    expect((await change({ passkeySignIn: {} })).body.passkeySignIn).toEqual({});
  });

  test('disposable addresses can be blocked in the open-source edition', async () => {
    const emailBlocklistPolicy = { blockDisposableAddresses: true };
    expect(await change({ emailBlocklistPolicy })).toMatchObject({ status: 200, body: { emailBlocklistPolicy } });
    await change({ emailBlocklistPolicy: {} });
  });

  test('a language with custom phrases can be the fallback', async () => {
    await app.call(customPhrasesApi.save, {
      token,
      params: { languageTag: 'pt-BR' },
      body: { signIn: { action: 'Entrar' } },
    });
    const { body } = await change({ languageInfo: { autoDetect: false, fallbackLanguage: 'pt-BR' } });
    expect(body.languageInfo).toEqual({ autoDetect: false, fallbackLanguage: 'pt-BR' });
    await change({ languageInfo: { autoDetect: true, fallbackLanguage: 'en' } });
  });
});

describe('change', () => {
  test('replaces the given parts and keeps the others', async () => {
    const before = await read();
    const color = { primaryColor: '#0e6b5c', isDarkModeEnabled: true, darkPrimaryColor: '#fff' };
    const { status, body } = await change({
      color,
      termsOfUseUrl: 'https://a.test/terms',
      supportEmail: 'Help@A.test',
    });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, color, termsOfUseUrl: 'https://a.test/terms', supportEmail: 'help@a.test' });
    expect((await app.call(wellKnownApi.signInExperience)).body.color).toEqual(color);
  });

  test('treats empty texts as null', async () => {
    await change({ privacyPolicyUrl: 'https://a.test/p', unknownSessionRedirectUrl: 'https://a.test' });
    const { body } = await change({ privacyPolicyUrl: '', unknownSessionRedirectUrl: null, supportEmail: '' });
    expect(body).toMatchObject({ privacyPolicyUrl: null, unknownSessionRedirectUrl: null, supportEmail: null });
  });

  test('keeps only existing targets, without duplicates', async () => {
    await connect('Social', 'github');
    const { body } = await change({ socialSignInConnectorTargets: ['github', 'nobody', 'github'] });
    expect(body.socialSignInConnectorTargets).toEqual(['github']);
  });

  test('removes duplicate blocked addresses', async () => {
    const { body } = await change({ emailBlocklistPolicy: { customBlocklist: ['@a.test', 'x@b.test', '@a.test'] } });
    expect(body.emailBlocklistPolicy).toEqual({ customBlocklist: ['@a.test', 'x@b.test'] });
  });

  test('cannot move to another tenant, and accepts an empty change', async () => {
    const before = await read();
    expect((await change({ tenantId: 'admin' })).body).toEqual(before);
    expect((await change({ id: 'other' })).body).toEqual(before);
    expect((await change({})).body).toEqual(before);
  });

  test('is recorded in the audit log with the changed parts', async () => {
    await change({ signInMode: 'SignIn' });
    await change({ signInMode: 'SignInAndRegister' });
    await app.worker.drain();
    const rows = await app.read('default', (db) => db.selectFrom('logs').select(['key', 'payload']).execute());
    const reported = rows.filter(({ key }) => key === 'SignInExperience.Data.Updated');
    expect(JSON.stringify(reported)).toContain('signInMode');
  });

  test.each<[string, Record<string, unknown>]>([
    ['an unknown part', { nope: true }],
    ['a color that is none', { color: { primaryColor: 'red', isDarkModeEnabled: true, darkPrimaryColor: '#fff' } }],
    ['half a color', { color: { primaryColor: '#fff' } }],
    ['a logo that runs', { branding: { logoUrl: 'javascript:alert(1)' } }],
    ['terms that run', { termsOfUseUrl: 'javascript:alert(1)' }],
    ['a support address that is none', { supportEmail: 'nobody' }],
    ['a mode that does not exist', { signInMode: 'Both' }],
    ['a factor that does not exist', { mfa: { factors: ['Smile'], policy: 'Mandatory' } }],
    ['a password policy nobody can meet', { passwordPolicy: { length: { min: 20, max: 10 } } }],
    ['five kinds of characters', { passwordPolicy: { characterTypes: { min: 5 } } }],
    ['a lock after no attempt', { sentinelPolicy: { maxAttempts: 0 } }],
    ['a style of a megabyte', { customCss: 'x'.repeat(1_000_000) }],
    ['a language that is none', { languageInfo: { autoDetect: true, fallbackLanguage: '../../etc' } }],
  ])('%s is a 400', async (_, body) => {
    expect(await change(body)).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  });

  test('the admin tenant cannot have a custom UI', async () => {
    const { body } = await app.call(signInExperienceApi.update, {
      tenantId: 'admin',
      token: await app.managementToken('admin'),
      body: { customUiAssets: { id: 'aaaaaaaa', createdAt: 1 } },
    });
    expect(body).toMatchObject({ code: 'guard.not_allowed_for_admin_tenant' });
  });
});

test('another tenant sees nothing', async () => {
  await change({ customCss: '.mine{}' });
  const { body } = await app.call(signInExperienceApi.get, {
    tenantId: 'admin',
    token: await app.managementToken('admin'),
  });
  expect(body).toMatchObject({ tenantId: 'admin', customCss: null });
});

test('settings that no longer match the sign-up are rejected only if they are sent', async () => {
  await app.write('default', (db) => db.deleteFrom('connectors').execute());
  await connect('Email');
  const methods = [method('username', true, false), method('email', true, false)];
  expect((await change({ signUp: usernameUp, signIn: { methods } })).status).toBe(200);
  // Without a password at sign-up, codes must be enabled for sign-in: the stored methods do not match any more.
  const signUp = { ...emailUp, password: false };
  expect(await change({ signUp })).toMatchObject({ status: 200, body: { signUp, signIn: { methods } } });
  expect((await change({ signInMode: 'SignInAndRegister' })).status).toBe(200);
  const unfit = { status: 400, body: { code: code('code_sign_in_must_be_enabled') } };
  expect(await change({ signIn: { methods } })).toMatchObject(unfit);
  expect(await change({ signUp, signIn: { methods } })).toMatchObject(unfit);
  expect((await change({ signIn: { methods: [method('email', false, true)] } })).status).toBe(200);
});
