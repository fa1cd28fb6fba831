import { type SignInExperience, wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeSettings, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { least } from '../../../platform/testing/measure.ts';

let app: TestApp;
let token: string;
const password = 'a long enough secret';

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(() =>
  changeSettings(app, {
    signIn: ways(
      { identifier: 'username', password: true },
      { identifier: 'email', password: true, verificationCode: true },
      { identifier: 'phone', password: true, verificationCode: true },
    ),
    signInMode: 'SignInAndRegister',
    emailBlocklistPolicy: {},
    passwordPolicy: {},
  }),
);

let count = 0;
function unique(word: string): string {
  count += 1;
  return `${word}${count}`;
}
const uniqueEmail = () => `${unique('person')}@example.com`;
const uniquePhone = () => `4915123456${unique('').padStart(3, '0')}`;
const userOf = async (id: string) => (await app.call(usersApi.get, { token, params: { userId: id } })).body;

async function registering(): Promise<Visitor> {
  const person = visitor(app);
  await person.arrive();
  await person.start('Register');
  return person;
}

/**
 * Adds whatever the server reports as missing, as the pages do, until there is an account; returns what was requested.
 */
async function bringWhatIsMissing(person: Visitor, first?: string): Promise<{ userId: string; asked: string[] }> {
  const asked: string[] = [];
  let answer = await person.identify(first);
  for (let round = 0; answer.code === 'user.missing_profile' && round < 6; round += 1) {
    const [missing] = answer.body.data.missingProfile;
    asked.push(missing);
    if (missing === 'username') {
      await person.step('POST', '/profile', { type: 'username', value: unique('person') });
    } else if (missing === 'password') {
      await person.step('POST', '/profile', { type: 'password', value: password });
    } else {
      const type = missing === 'phone' ? 'phone' : 'email';
      const value = type === 'phone' ? uniquePhone() : uniqueEmail();
      const verificationId = await person.proveAddress('Register', type, value);
      await person.step('POST', '/profile', { type, verificationId });
    }
    answer = await person.identify();
  }
  expect([answer.status, answer.body]).toEqual([201, undefined]);
  const { body } = await person.step('GET', '/interaction');
  expect((await person.submit()).status).toBe(200);
  return { userId: body.userId, asked };
}

/** How the sign-in of this person ended. */
async function loginOf(userId: string): Promise<object | undefined> {
  const [found] = await app.read('default', (db) =>
    db
      .selectFrom('oidc_models')
      .select(sql<object>`payload -> 'result' -> 'login'`.as('login'))
      .where('model', '=', 'Interaction')
      .where(sql<boolean>`payload -> 'result' -> 'login' ->> 'accountId' = ${userId}`)
      .execute(),
  );
  return found?.login;
}

type SignUp = SignInExperience['signUp'];

describe('every sign-up setting', () => {
  const cases: [string, SignUp, string[]][] = [
    ['username and password', { identifiers: ['username'], password: true, verify: false }, ['username', 'password']],
    ['e-mail', { identifiers: ['email'], password: false, verify: true }, ['email']],
    ['e-mail and password', { identifiers: ['email'], password: true, verify: true }, ['email', 'password']],
    ['phone', { identifiers: ['phone'], password: false, verify: true }, ['phone']],
    ['phone and password', { identifiers: ['phone'], password: true, verify: true }, ['phone', 'password']],
    ['e-mail or phone', { identifiers: ['email', 'phone'], password: false, verify: true }, ['emailOrPhone']],
    [
      'e-mail or phone and password',
      { identifiers: ['email', 'phone'], password: true, verify: true },
      ['emailOrPhone', 'password'],
    ],
    [
      'username, then e-mail, and password',
      {
        identifiers: ['username'],
        password: true,
        verify: true,
        secondaryIdentifiers: [{ identifier: 'email', verify: true }],
      },
      ['username', 'email', 'password'],
    ],
    [
      'e-mail, then username',
      { identifiers: ['email'], password: false, verify: true, secondaryIdentifiers: [{ identifier: 'username' }] },
      ['email', 'username'],
    ],
    [
      'username, then e-mail or phone',
      {
        identifiers: ['username'],
        password: false,
        verify: true,
        secondaryIdentifiers: [{ identifier: 'emailOrPhone', verify: true }],
      },
      ['username', 'emailOrPhone'],
    ],
    [
      'e-mail, then phone, and password',
      {
        identifiers: ['email'],
        password: true,
        verify: true,
        secondaryIdentifiers: [{ identifier: 'phone', verify: true }],
      },
      ['email', 'phone', 'password'],
    ],
  ];

  test.each(cases)('%s', async (_, signUp, expected) => {
    await changeSettings(app, { signUp });
    const { userId, asked } = await bringWhatIsMissing(await registering());
    expect(asked).toEqual(expected);
    const user = await userOf(userId);
    expect({
      username: Boolean(user.username),
      email: Boolean(user.primaryEmail),
      phone: Boolean(user.primaryPhone),
      password: user.hasPassword,
    }).toEqual({
      username: asked.includes('username'),
      email: asked.includes('email') || asked.includes('emailOrPhone'),
      phone: asked.includes('phone'),
      password: asked.includes('password'),
    });
    expect(user.applicationId).toBe('demo-app');
  });

  test('starts with a proven address and requests the rest only', async () => {
    await changeSettings(app, { signUp: { identifiers: ['email'], password: true, verify: true } });
    const person = await registering();
    const email = uniqueEmail();
    const { userId, asked } = await bringWhatIsMissing(person, await person.proveAddress('Register', 'email', email));
    expect(asked).toEqual(['password']);
    expect((await userOf(userId)).primaryEmail).toBe(email);
    expect(await loginOf(userId), 'the tokens say how the person has signed in').toMatchObject({ amr: ['otp'] });
  });

  test('keeps the proof that identified them if another code is sent before the rest is added', async () => {
    await changeSettings(app, { signUp: { identifiers: ['email'], password: true, verify: true } });
    const person = await registering();
    const email = uniqueEmail();
    const proof = await person.proveAddress('Register', 'email', email);
    expect((await person.identify(proof)).code).toBe('user.missing_profile');
    const identifier = { type: 'email', value: email };
    const sent = await person.step('POST', '/verification/verification-code', {
      identifier,
      interactionEvent: 'Register',
    });
    expect(sent.status).toBe(200);
    const { userId } = await bringWhatIsMissing(person);
    expect((await userOf(userId)).primaryEmail).toBe(email);
    expect(await loginOf(userId)).toMatchObject({ amr: ['otp'] });
  });

  test('rejects registration while it is closed', async () => {
    await changeSettings(app, {
      signUp: { identifiers: ['email'], password: false, verify: true },
      signInMode: 'SignIn',
    });
    const person = await registering();
    const id = await person.proveAddress('Register', 'email', uniqueEmail());
    expect((await person.identify(id)).code).toBe('auth.forbidden');
    const other = visitor(app);
    await other.arrive();
    await other.start('SignIn');
    expect((await other.step('PUT', '/interaction-event', { interactionEvent: 'Register' })).code).toBe(
      'auth.forbidden',
    );
  });

  test('creates no account by name or address if only providers are allowed', async () => {
    await changeSettings(app, { signUp: { identifiers: [], password: false, verify: false } });
    const person = await registering();
    const refused = [422, 'user.sign_in_method_not_enabled'];
    const answer = async (id?: string) => {
      const { status, code } = await person.identify(id);
      return [status, code];
    };
    expect(await answer()).toEqual(refused);
    await person.step('POST', '/profile', { type: 'username', value: unique('nobody') });
    await person.step('POST', '/profile', { type: 'password', value: password });
    expect(await answer()).toEqual(refused);
    expect(await answer(await person.proveAddress('Register', 'email', uniqueEmail()))).toEqual(refused);
  });
});

test.each(['email', 'phone'] as const)(
  'only the username is mandatory where people register with it or with %s (observed 2, row 8)',
  async (other) => {
    await changeSettings(app, { signUp: { identifiers: ['username', other], password: true, verify: true } });
    const person = await registering();
    const { userId, asked } = await bringWhatIsMissing(person);
    expect(asked).toEqual(['username', 'password']);
    expect((await person.submit()).status).toBe(200);
    expect(await userOf(userId)).toMatchObject({ primaryEmail: null, primaryPhone: null });
  },
);

describe('missing data of an existing user', () => {
  test('is requested at sign-in: an email address and a username, which are then stored', async () => {
    await changeSettings(app, {
      signUp: {
        identifiers: ['username'],
        password: true,
        verify: true,
        secondaryIdentifiers: [{ identifier: 'email', verify: true }],
      },
    });
    const phone = uniquePhone();
    const { body: user } = await app.call(usersApi.create, { token, body: { primaryPhone: phone, password } });
    const person = visitor(app);
    await person.arrive();
    await person.start('SignIn');
    const { body } = await person.step('POST', '/verification/password', {
      identifier: { type: 'phone', value: phone },
      password,
    });
    await person.identify(body.verificationId);
    const missing = await person.submit();
    expect([missing.status, missing.code, missing.body.data]).toEqual([
      422,
      'user.missing_profile',
      { missingProfile: ['username', 'email'] },
    ]);
    const username = unique('late');
    expect((await person.step('POST', '/profile', { type: 'username', value: username })).status).toBe(204);
    const email = uniqueEmail();
    const verificationId = await person.proveAddress('SignIn', 'email', email);
    expect((await person.step('POST', '/profile', { type: 'email', verificationId })).status).toBe(204);
    expect((await person.step('POST', '/profile', { type: 'password', value: password })).code).toBe(
      'user.password_exists_in_profile',
    );
    expect((await person.submit()).status).toBe(200);
    expect(await userOf(user.id)).toMatchObject({ username, primaryEmail: email });
  });

  test('cannot replace existing data', async () => {
    await changeSettings(app, { signUp: { identifiers: ['username'], password: true, verify: false } });
    const [username, email, phone] = [unique('whole'), uniqueEmail(), uniquePhone()];
    await app.call(usersApi.create, {
      token,
      body: { username, password, primaryEmail: email, primaryPhone: phone },
    });
    const person = visitor(app);
    await person.arrive();
    await person.start('SignIn');
    const before = await person.step('POST', '/profile', { type: 'username', value: unique('x') });
    expect([before.status, before.code]).toEqual([404, 'session.identifier_not_found']);
    const { body } = await person.step('POST', '/verification/password', {
      identifier: { type: 'username', value: username },
      password,
    });
    await person.identify(body.verificationId);
    const add = async (detail: object) => (await person.step('POST', '/profile', detail)).code;
    expect(await add({ type: 'username', value: unique('x') })).toBe('user.username_exists_in_profile');
    expect(await add({ type: 'password', value: 'another long secret' })).toBe('user.password_exists_in_profile');
    const otherEmail = await person.proveAddress('SignIn', 'email', uniqueEmail());
    expect(await add({ type: 'email', verificationId: otherEmail })).toBe('user.email_exists_in_profile');
    const otherPhone = await person.proveAddress('SignIn', 'phone', uniquePhone());
    expect(await add({ type: 'phone', verificationId: otherPhone })).toBe('user.phone_exists_in_profile');
  });

  test('requires a verified address that belongs to no other user', async () => {
    await changeSettings(app, { signUp: { identifiers: ['username'], password: true, verify: false } });
    const taken = uniqueEmail();
    await app.call(usersApi.create, { token, body: { primaryEmail: taken } });
    const person = await registering();
    const sent = await person.step('POST', '/verification/verification-code', {
      identifier: { type: 'email', value: uniqueEmail() },
      interactionEvent: 'Register',
    });
    const { verificationId } = sent.body;
    expect((await person.step('POST', '/profile', { type: 'email', verificationId })).code).toBe(
      'session.verification_failed',
    );
    const proven = await person.proveAddress('Register', 'email', taken);
    expect((await person.step('POST', '/profile', { type: 'email', verificationId: proven })).code).toBe(
      'user.email_already_in_use',
    );
    expect((await person.step('POST', '/profile', { type: 'phone', verificationId: proven })).code).toBe(
      'session.verification_failed',
    );
  });
});

describe('blocked addresses', () => {
  const sending = async (email: string, interactionEvent = 'Register') => {
    const person = await registering();
    const { status, code } = await person.step('POST', '/verification/verification-code', {
      identifier: { type: 'email', value: email },
      interactionEvent,
    });
    return [status, code];
  };

  test('are rejected before a message is sent, but can still sign in', async () => {
    await changeSettings(app, {
      signUp: { identifiers: ['email'], password: false, verify: true },
      emailBlocklistPolicy: {
        blockSubaddressing: true,
        customBlocklist: ['Villain@Example.com', '@Blocked.example'],
        blockDisposableAddresses: true,
      },
    });
    const notAllowed = [422, 'session.email_blocklist.email_not_allowed'];
    expect(await sending('villain@example.com')).toEqual(notAllowed);
    expect(await sending('VILLAIN@example.com.')).toEqual(notAllowed);
    expect(await sending('anybody@blocked.example')).toEqual(notAllowed);
    expect(await sending('anybody@sub.blocked.example')).toEqual([200, undefined]);
    expect(await sending('x@mailinator.com')).toEqual(notAllowed);
    expect(await sending('me+shop@example.com')).toEqual([
      422,
      'session.email_blocklist.email_subaddressing_not_allowed',
    ]);
    expect(await sending('me+other@example.com', 'SignIn')).toEqual([200, undefined]);
  });

  test('of one mailbox of Gmail are the same in all spellings', async () => {
    const listed = async (emailBlocklistPolicy: object, email: string) => {
      await changeSettings(app, {
        signUp: { identifiers: ['email'], password: false, verify: true },
        emailBlocklistPolicy,
      });
      return (await sending(email))[0];
    };
    const spammer = { customBlocklist: ['spam.mer@googlemail.com', 'bad.*@gmail.com', '*.bot@google*.com'] };
    for (const email of ['spammer@gmail.com', 's.p.a.m.mer@googlemail.com', 'b.a.d.one@googlemail.com']) {
      expect([email, await listed(spammer, email)]).toEqual([email, 422]);
    }
    for (const email of ['spammer@else.example', 'spammer2@gmail.com']) {
      expect([email, await listed(spammer, email)]).toEqual([email, 200]);
    }
    expect(await listed({ customBlocklist: ['@googlemail.com'] }, 'somebody@gmail.com')).toBe(422);
    expect(await listed({ customAllowlist: ['Ada.Lovelace@gmail.com'] }, 'adalovelace@googlemail.com')).toBe(200);
    // Dots count at other providers.
    expect(await listed({ customAllowlist: ['ada.l@else.example'] }, 'adal@else.example')).toBe(422);
  });

  test('are those outside of the allowlist, and listed ones that are blocked as well', async () => {
    await changeSettings(app, {
      signUp: { identifiers: ['email'], password: false, verify: true },
      emailBlocklistPolicy: {
        blockSubaddressing: true,
        customAllowlist: ['@Plain.example', 'one@else.example', '*-team@*.wild.example', '@*.corp*.example'],
        customBlocklist: ['spam*@plain.example'],
      },
    });
    const notAllowed = [422, 'session.email_blocklist.email_not_allowed'];
    for (const email of [
      'a@plain.example',
      'ONE@else.example',
      'red-Team@a.b.wild.example',
      'x@eu.corporate.example',
    ]) {
      expect([email, await sending(email)]).toEqual([email, [200, undefined]]);
    }
    for (const email of [
      'two@else.example',
      'a@sub.plain.example',
      'team@a.wild.example',
      'red-team@wild.example',
      'x@eu.corporate.example.org',
      'spammer@plain.example',
    ]) {
      expect([email, await sending(email)]).toEqual([email, notAllowed]);
    }
    expect(await sending('a+b@other.example')).toEqual([
      422,
      'session.email_blocklist.email_subaddressing_not_allowed',
    ]);
  });

  test('cannot register by starting with a sign-in', async () => {
    await changeSettings(app, {
      signUp: { identifiers: ['email'], password: false, verify: true },
      emailBlocklistPolicy: { customBlocklist: ['@late.example'] },
    });
    const person = visitor(app);
    await person.arrive();
    await person.start('SignIn');
    const id = await person.proveAddress('SignIn', 'email', `${unique('x')}@late.example`);
    await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect((await person.identify(id)).code).toBe('session.email_blocklist.email_not_allowed');
    expect((await person.step('POST', '/profile', { type: 'email', verificationId: id })).code).toBe(
      'session.email_blocklist.email_not_allowed',
    );
  });
});

describe('custom profile fields', () => {
  const fields = [
    { name: 'nickname', type: 'Text', required: true, config: { minLength: 2, maxLength: 10 } },
    { name: 'birthdate', type: 'Date', required: false, config: { format: 'dd/MM/yyyy' } },
    { name: 'shoeSize', type: 'Number', required: true, config: { minValue: 10, maxValue: 60 } },
    { name: 'newsletter', type: 'Checkbox', required: false, config: {} },
    { name: 'gender', type: 'Select', required: false, config: { options: [{ value: 'female' }, { value: 'male' }] } },
    { name: 'website', type: 'Url', required: false, config: {} },
    { name: 'badge', type: 'Regex', required: false, config: { format: '^[A-Z]{2}\\d{4}$' } },
    {
      name: 'address',
      type: 'Address',
      required: false,
      config: {
        parts: [
          { name: 'locality', type: 'Text', enabled: true, required: true },
          { name: 'country', type: 'Select', enabled: true, required: false, config: { options: [{ value: 'DE' }] } },
          { name: 'region', type: 'Text', enabled: false, required: false },
        ],
      },
    },
    {
      name: 'fullname',
      type: 'Fullname',
      required: true,
      config: {
        parts: [
          { name: 'givenName', type: 'Text', enabled: true, required: true },
          { name: 'familyName', type: 'Text', enabled: true, required: false },
        ],
      },
    },
  ];
  const good = {
    nickname: 'Ada',
    birthdate: '10/12/1815',
    shoeSize: '38',
    newsletter: true,
    gender: 'female',
    website: 'https://ada.example',
    badge: 'AB1234',
    address: { locality: 'London', country: 'DE' },
    fullname: { givenName: 'Ada', familyName: 'Lovelace' },
  };

  beforeAll(() =>
    app.write('default', (db) =>
      db
        .insertInto('custom_profile_fields')
        .values(fields.map((field, index) => ({ id: `f${index}`, ...field, config: JSON.stringify(field.config) })))
        .execute(),
    ),
  );
  afterAll(() => app.write('default', (db) => db.deleteFrom('custom_profile_fields').execute()));

  async function registered(): Promise<{ person: Visitor; username: string }> {
    await changeSettings(app, { signUp: { identifiers: ['username'], password: true, verify: false } });
    const person = await registering();
    const username = unique('asked');
    const { body } = await person.step('POST', '/verification/new-password-identity', {
      identifier: { type: 'username', value: username },
      password,
    });
    expect((await person.identify(body.verificationId)).status).toBe(201);
    return { person, username };
  }

  test('are requested at the end of a registration, and each value is stored in its place', async () => {
    const { person } = await registered();
    const missing = await person.submit();
    expect([missing.status, missing.body.data]).toEqual([422, { missingProfile: ['extraProfile'] }]);
    expect((await person.step('POST', '/profile', { type: 'extraProfile', values: good })).status).toBe(204);
    const { userId } = (await person.step('GET', '/interaction')).body;
    expect((await person.submit()).status).toBe(200);
    expect(await userOf(userId)).toMatchObject({
      name: 'Ada Lovelace',
      profile: {
        nickname: 'Ada',
        birthdate: '10/12/1815',
        gender: 'female',
        website: 'https://ada.example',
        address: { locality: 'London', country: 'DE' },
        givenName: 'Ada',
        familyName: 'Lovelace',
      },
      customData: { shoeSize: 38, newsletter: true, badge: 'AB1234' },
    });
  });

  test('can be sent in several steps, with parts of a name next to the rest', async () => {
    const { person } = await registered();
    const add = async (values: object) =>
      (await person.step('POST', '/profile', { type: 'extraProfile', values })).status;
    expect(await add({ nickname: 'Bo' })).toBe(204);
    expect((await person.submit()).code).toBe('user.missing_profile');
    expect(await add({ shoeSize: 44, givenName: 'Bo' })).toBe(204);
    expect(await add({ familyName: 'Berg' })).toBe(204);
    const { userId } = (await person.step('GET', '/interaction')).body;
    expect((await person.submit()).status).toBe(200);
    expect(await userOf(userId)).toMatchObject({ name: 'Bo Berg', profile: { givenName: 'Bo', familyName: 'Berg' } });
  });

  describe('for sign-up', () => {
    const extra = (person: Visitor, values: object) =>
      person.step('POST', '/profile', { type: 'extraProfile', values });
    afterEach(() => changeSettings(app, { signUpProfileFields: null }));

    test('are the chosen ones; names that no field has are skipped', async () => {
      await changeSettings(app, { signUpProfileFields: [{ name: 'badge' }, { name: 'gone' }, { name: 'website' }] });
      const { body } = await app.call(wellKnownApi.signInExperience);
      expect(body.customProfileFields.map(({ name }) => name)).toEqual(['badge', 'website']);
      expect(body.customProfileFieldCatalog).toHaveLength(fields.length);
      const { person } = await registered();
      expect((await extra(person, { shoeSize: 40 })).code).toBe('request.invalid_input');
      expect((await extra(person, { badge: 'AB1234' })).status).toBe(204);
      const { userId } = (await person.step('GET', '/interaction')).body;
      expect((await person.submit()).status).toBe(200);
      expect(await userOf(userId)).toMatchObject({ customData: { badge: 'AB1234' } });
    });

    test('are asked for once, also if none is required', async () => {
      await changeSettings(app, { signUpProfileFields: [{ name: 'website' }, { name: 'badge' }] });
      const { person } = await registered();
      expect((await person.submit()).body.data).toEqual({ missingProfile: ['extraProfile'] });
      expect((await extra(person, {})).status).toBe(204);
      expect((await person.step('GET', '/interaction')).body.profile).toMatchObject({ submitted: true });
      expect((await person.submit()).status).toBe(200);
    });

    test('are not asked for after a form that was sent before the account existed', async () => {
      await changeSettings(app, {
        signUpProfileFields: [{ name: 'website' }],
        signUp: { identifiers: ['username'], password: true, verify: false },
      });
      const person = await registering();
      await extra(person, {});
      const { body } = await person.step('POST', '/verification/new-password-identity', {
        identifier: { type: 'username', value: unique('early') },
        password,
      });
      expect((await person.identify(body.verificationId)).status).toBe(201);
      expect((await person.submit()).status).toBe(200);
    });

    test('are required after the form too, if they are required', async () => {
      await changeSettings(app, { signUpProfileFields: [{ name: 'shoeSize' }, { name: 'website' }] });
      const { person } = await registered();
      expect((await extra(person, {})).status).toBe(204);
      expect((await person.submit()).body.data).toEqual({ missingProfile: ['extraProfile'] });
      await extra(person, { shoeSize: 40 });
      expect((await person.submit()).status).toBe(200);
    });

    test('can be none', async () => {
      await changeSettings(app, { signUpProfileFields: [] });
      const { person } = await registered();
      expect((await person.submit()).status).toBe(200);
    });
  });

  test('do not compose a name that is itself a field', async () => {
    const field = { id: 'f-name', name: 'name', type: 'Text', required: false, config: '{}' };
    await app.write('default', (db) => db.insertInto('custom_profile_fields').values(field).execute());
    const { person } = await registered();
    const values = { nickname: 'Bo', shoeSize: 44, givenName: 'Bo', familyName: 'Berg' };
    expect((await person.step('POST', '/profile', { type: 'extraProfile', values })).status).toBe(204);
    const { userId } = (await person.step('GET', '/interaction')).body;
    expect((await person.submit()).status).toBe(200);
    expect(await userOf(userId)).toMatchObject({ name: null, profile: { givenName: 'Bo', familyName: 'Berg' } });
    await app.write('default', (db) => db.deleteFrom('custom_profile_fields').where('id', '=', 'f-name').execute());
  });

  test.each([
    ['a text that is too short', { nickname: 'A' }],
    ['a text that is none', { nickname: 7 }],
    ['a day that does not exist', { birthdate: '31/06/2000' }],
    ['a date in another form', { birthdate: '2000-06-01' }],
    ['a number that is too large', { shoeSize: 61 }],
    ['a number that is none', { shoeSize: 'big' }],
    ['a box that is neither on nor off', { newsletter: 'maybe' }],
    ['an option that is not offered', { gender: 'x' }],
    ['a script as an address', { website: 'javascript:alert(1)' }],
    ['a form that does not fit', { badge: 'abc' }],
    ['a part that is switched off', { address: { locality: 'Bonn', region: 'NRW' } }],
    ['a required part left empty', { address: { locality: '' } }],
    ['an option of a part that is not offered', { address: { locality: 'Bonn', country: 'XX' } }],
    ['something nobody asked for', { isAdministrator: true }],
    ['a profile key nobody asked for', { zoneinfo: 'Europe/Berlin' }],
  ])('%s is rejected with advice', async (_, values) => {
    const { person } = await registered();
    const { status, code, body } = await person.step('POST', '/profile', { type: 'extraProfile', values });
    expect([status, code]).toEqual([400, 'request.invalid_input']);
    expect(body.message.length).toBeGreaterThan(20);
  });

  test.each([
    ['nickname', { nickname: 'A' }],
    ['address.country', { address: { locality: 'Bonn', country: 'XX' } }],
  ])('reports %s as the invalid field', async (field, values) => {
    const { person } = await registered();
    const { body } = await person.step('POST', '/profile', { type: 'extraProfile', values });
    expect(body.data).toEqual({ field });
  });

  test.each([
    // Observed 2, row 34.
    ['username', 'custom_profile_fields.name_conflict_sign_in_identifier'],
    ['primaryEmail', 'custom_profile_fields.name_conflict_sign_in_identifier'],
    ['preferredUsername', 'custom_profile_fields.name_conflict_custom_data'],
    ['onboarding', 'custom_profile_fields.name_conflict_custom_data'],
    ['ossOnboarding', 'custom_profile_fields.name_conflict_custom_data'],
  ])('%s is reserved', async (name, expected) => {
    const { person } = await registered();
    const { status, code } = await person.step('POST', '/profile', { type: 'extraProfile', values: { [name]: 'x' } });
    expect([status, code]).toEqual([400, expected]);
  });

  test('are requested again at the next sign-in of a user who left, and of no other', async () => {
    const { username } = await registered();
    const signInAs = async (name: string) => {
      const person = visitor(app);
      await person.arrive();
      await person.start('SignIn');
      const { body } = await person.step('POST', '/verification/password', {
        identifier: { type: 'username', value: name },
        password,
      });
      await person.identify(body.verificationId);
      return person;
    };
    const again = await signInAs(username);
    expect((await again.submit()).body.data).toEqual({ missingProfile: ['extraProfile'] });
    await again.step('POST', '/profile', { type: 'extraProfile', values: good });
    expect((await again.submit()).status).toBe(200);
    expect((await (await signInAs(username)).submit()).status).toBe(200);
    const imported = unique('imported');
    await app.call(usersApi.create, { token, body: { username: imported, password } });
    expect((await (await signInAs(imported)).submit()).status).toBe(200);
  });

  test('cannot be bypassed by changing the event', async () => {
    const { person } = await registered();
    await person.step('PUT', '/interaction-event', { interactionEvent: 'SignIn' });
    expect((await person.submit()).body.data).toEqual({ missingProfile: ['extraProfile'] });
  });

  test('ask for a picture, which is a web address whatever the kind of the field is (attack 34)', async () => {
    await app.write('default', (db) =>
      db
        .insertInto('custom_profile_fields')
        .values({ id: 'picture', name: 'avatar', type: 'Text', required: false, config: '{}' })
        .execute(),
    );
    const { person } = await registered();
    const add = (values: object) => person.step('POST', '/profile', { type: 'extraProfile', values });
    for (const avatar of ['javascript:alert(1)', 'data:image/svg+xml,<svg onload=alert(1)>', 'no address', ' ']) {
      expect([avatar, (await add({ avatar })).code]).toEqual([avatar, 'request.invalid_input']);
    }
    expect((await add({ ...good, avatar: 'https://ada.example/me.png' })).status).toBe(204);
    const { userId } = (await person.step('GET', '/interaction')).body;
    expect((await person.submit()).status).toBe(200);
    expect((await userOf(userId)).avatar).toBe('https://ada.example/me.png');
    await app.write('default', (db) => db.deleteFrom('custom_profile_fields').where('id', '=', 'picture').execute());
  });

  test('limit the time of an expensive pattern (attack 36)', async () => {
    await app.write('default', (db) =>
      db
        .insertInto('custom_profile_fields')
        .values({ id: 'slow', name: 'slow', type: 'Regex', config: '{"format":"^(a+)+$"}' })
        .execute(),
    );
    const { person } = await registered();
    const took = await least(2000, async () => {
      const startedAt = performance.now();
      const { code } = await person.step('POST', '/profile', {
        type: 'extraProfile',
        values: { slow: `${'a'.repeat(200)}!` },
      });
      expect(code).toBe('request.invalid_input');
      return performance.now() - startedAt;
    });
    expect(took).toBeLessThan(2000);
    await app.write('default', (db) => db.deleteFrom('custom_profile_fields').where('id', '=', 'slow').execute());
  });
});
