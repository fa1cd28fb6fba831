import { customPhrasesApi, phrasesApi, type Translation } from '@postern/contracts/experience/custom-phrases';
import { en } from '@postern/contracts/experience-phrases/en';
import { wireTable } from '@postern/contracts/experience-phrases/wire/table';
import { scopes } from '@postern/contracts/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import de from '../../../../../translations/de/sign-in.sign-in.pages.json' with { type: 'json' };
import { cpuTime } from '../../../platform/testing/measure.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const save = (languageTag: string, body: Record<string, unknown>) =>
  app.call(customPhrasesApi.save, { token, params: { languageTag }, body });
const remove = (languageTag: string) => app.call(customPhrasesApi.remove, { token, params: { languageTag } });
const phrases = async (lng?: string, headers: Record<string, string> = {}) =>
  app.call(phrasesApi.get, { query: lng ? { lng } : {}, headers });

test('can be created, replaced, listed and deleted', async () => {
  const first = await save('nl', { signIn: { action: 'Entrer' }, common: { next: '' } });
  expect(first).toMatchObject({
    status: 201,
    body: { languageTag: 'nl', translation: { signIn: { action: 'Entrer' } } },
  });
  // The empty phrase, and the group that contained nothing else, are removed.
  expect(first.body.translation).toEqual({ signIn: { action: 'Entrer' } });
  const second = await save('nl', { common: { next: 'Suivant' } });
  expect(second).toMatchObject({
    status: 201,
    body: { id: first.body.id, translation: { common: { next: 'Suivant' } } },
  });
  const { body: list } = await app.call(customPhrasesApi.list, { token });
  expect(list.map(({ languageTag }) => languageTag)).toEqual(['nl']);
  expect((await remove('nl')).status).toBe(204);
  expect((await remove('nl')).status).toBe(404);
  expect((await app.call(customPhrasesApi.get, { token, params: { languageTag: 'nl' } })).status).toBe(404);
});

describe('with keys of the wire', () => {
  /** Every key once, as a migrating tenant would send them. */
  const everything = () => {
    const translation: Translation = {};
    for (const key of Object.keys(wireTable)) {
      const path = key.split('.');
      const last = path.pop() ?? '';
      let group = translation;
      for (const part of path) {
        group[part] ??= {};
        group = group[part] as Translation;
      }
      group[last] = `My ${key}`;
    }
    return translation;
  };
  const get = (languageTag: string) => app.call(customPhrasesApi.get, { token, params: { languageTag } });

  test('stores a complete translation and returns it unchanged', async () => {
    const wording = everything();
    expect(await save('ro', wording)).toMatchObject({ status: 201 });
    expect((await get('ro')).body.translation).toEqual(wording);
    expect((await phrases('ro')).body.translation).toMatchObject(wording);
    await remove('ro');
  });

  test('stores a partial translation without empty phrases', async () => {
    await save('ro', { action: { sign_in: 'Intră', cancel: '' }, mfa: { totp: '' } });
    expect((await get('ro')).body.translation).toEqual({ action: { sign_in: 'Intră' } });
    await remove('ro');
  });

  test.each<[string, Record<string, unknown>]>([
    ['a key that does not exist', { action: { nope: 'x' } }],
    ['a dotted key in place of a group', { description: { 'password_requirement.length_one': 'x' } }],
    ['a sentence in place of a group', { error: { password_rejected: 'x' } }],
    ['a group in place of a sentence', { description: { or: { x: 'x' } } }],
    ['a sentence that only the pages know', { identifier: { invalidEmail: 'x' } }],
  ])('%s is refused', async (_, body) => {
    expect(await save('ro', body)).toMatchObject({
      status: 422,
      body: { code: 'localization.invalid_translation_structure' },
    });
  });

  test('well-known phrases have our text with the variables of the wire, in each language', async () => {
    expect((await phrases('de')).body.translation).toMatchObject({
      action: { sign_in: de.signIn.action, continue_as: 'Als {{name}} fortfahren' },
      input: { username: 'Benutzername' },
      description: { enter_passcode: de.verificationCode.sent.replace('{{address}}', '{{target}}') },
      error: { password_rejected: { restricted: { words: de.password.issues['restricted.words'] } } },
      user_scopes: { descriptions: { [scopes.organizations]: de.consent.scopes.organizations[0] } },
      mfa: { totp: 'Authenticator-App' },
    });
    expect((await phrases('fr')).body.translation).toMatchObject({ mfa: { webauthn: 'Clé d’accès' } });
  });

  test('custom phrases override both kinds of keys', async () => {
    await save('ro', { action: { sign_in: 'Intră' }, common: { next: 'Mai departe' } });
    expect((await phrases('ro')).body.translation).toMatchObject({
      action: { sign_in: 'Intră', continue: 'Mai departe' },
      signIn: { action: 'Intră' },
      common: { next: 'Mai departe' },
    });
    await remove('ro');
  });

  test('the page contains them under our own keys, without unused ones', async () => {
    await save('ro', { action: { sign_in: 'Intră' }, mfa: { step: 'Aplicație' } });
    const { body } = await app.inject(app.core, {
      method: 'GET',
      url: '/unknown-session',
      headers: { host: 'core.test', 'accept-language': 'ro' },
    });
    expect(body).toContain('"phrases":{"signIn":{"action":"Intră"},"register":{"signIn":"Intră"}}');
    expect(body).not.toContain('Aplicație');
    await remove('ro');
  });

  test('the account center and the page for devices have their sentences', async () => {
    await save('en', {
      account_center: { password: { success: 'All set' }, mfa: { totp_not_enabled: 'Unused' } },
      action: { edit: 'Amend' },
      description: { device_activation: 'Pair & go', device_activation_description: '<b>Type it</b>' },
    });
    const open = async (url: string) =>
      (await app.inject(app.core, { method: 'GET', url, headers: { host: 'core.test', 'accept-language': 'en' } }))
        .body;
    expect(await open('/account?preview')).toContain(
      '"phrases":{"account":{"common":{"edit":"Amend"},"signIn":{"passwordSaved":"All set"}}',
    );
    const device = await open('/oidc/device');
    expect(device).toContain('<h1>Pair &#38; go</h1>');
    expect(device).toContain('&#60;b&#62;Type it&#60;/b&#62;');
    expect((await phrases('en')).body.translation).toMatchObject({
      account_center: { mfa: { totp_not_enabled: 'Unused' } },
      account: { common: { edit: 'Amend' } },
    });
    await save('en', {});
    expect(await open('/oidc/device')).toContain('Enter the code that your device shows.');
  });
});

describe('accepts only keys of the English phrases', () => {
  test.each<[string, Record<string, unknown>]>([
    ['a key that does not exist', { signIn: { nope: 'x' } }],
    ['a group that does not exist', { nope: { action: 'x' } }],
    ['a sentence in place of a group', { signIn: 'x' }],
    ['a group in place of a sentence', { signIn: { action: { deep: 'x' } } }],
    ['a number', { signIn: { action: 1 } }],
    ['null', { signIn: { action: null } }],
    ['a list of another length', { consent: { scopes: { profile: ['one'] } } }],
    ['a key that every object has', { signIn: { constructor: 'x' } }],
  ])('%s is refused', async (_, body) => {
    expect(await save('de', body)).toMatchObject({
      status: 422,
      body: { code: 'localization.invalid_translation_structure' },
    });
  });

  test('ignores __proto__', async () => {
    const { body } = await app.inject(app.core, {
      method: 'PUT',
      url: '/api/custom-phrases/de',
      headers: { host: 'core.test', authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: '{"__proto__":{"action":"x"}}',
    });
    expect((body as { translation: object }).translation).toEqual({});
    expect(Object.prototype).not.toHaveProperty('action');
  });

  test('rejects a megabyte quickly (attack 36)', async () => {
    const took = await cpuTime(async () =>
      expect((await save('de', { signIn: { action: 'x'.repeat(1_000_000) } })).status).toBe(400),
    );
    expect(took).toBeLessThan(500);
  });

  test.each(['x', 'english', '../en', 'en_US', 'xx', 'qqq', 'zz-ZZ', 'zh-ZH', 'a'.repeat(17)])(
    'rejects %s as a language (observed 2, row 24)',
    async (languageTag) => {
      expect((await save(languageTag, {})).status).toBe(400);
      expect((await remove(languageTag)).status).toBe(400);
      expect((await app.call(customPhrasesApi.get, { token, params: { languageTag } })).status).toBe(400);
    },
  );
});

describe('GET /api/.well-known/phrases', () => {
  test('returns the built-in phrases', async () => {
    // The words are below one key (observed 2, row 21).
    expect((await phrases()).body).toMatchObject({ translation: en });
    expect(Object.keys((await phrases()).body)).toEqual(['translation']);
    const german = await phrases('nl de');
    expect(german.body.translation).toMatchObject(de);
    expect(german.headers['content-language']).toBe('de');
  });

  test('applies custom phrases, on top of English if the language is not built in', async () => {
    await save('de', { signIn: { action: 'Rein' } });
    await save('nl', { signIn: { action: 'Entrer' } });
    expect((await phrases('de-AT')).body.translation).toMatchObject({
      ...de,
      signIn: { ...de.signIn, action: 'Rein' },
    });
    expect((await phrases('nl')).body.translation).toMatchObject({ ...en, signIn: { ...en.signIn, action: 'Entrer' } });
    expect((await phrases(undefined, { 'accept-language': 'nl' })).headers['content-language']).toBe('nl');
  });

  test('embeds custom phrases in the page, and no phrase can close its element', async () => {
    await save('nl', { signIn: { action: '</script><script>alert(1)</script>' } });
    const { body, headers } = await app.inject(app.core, {
      method: 'GET',
      url: '/unknown-session',
      headers: { host: 'core.test', 'accept-language': 'nl' },
    });
    expect(headers['content-type']).toContain('text/html');
    expect(body).toContain('lang="nl"');
    expect(body).toContain('"phrases":{"signIn":{"action":"\\u003c/script>');
    expect(body).not.toContain('</script><script>alert');
  });
});

test('the fallback language cannot be deleted', async () => {
  await app.write('default', (db) =>
    db
      .updateTable('sign_in_experiences')
      .set({ language_info: '{"autoDetect":false,"fallbackLanguage":"nl"}' })
      .execute(),
  );
  expect(await remove('nl')).toMatchObject({
    status: 409,
    body: { code: 'localization.cannot_delete_default_language' },
  });
});

test('another tenant sees nothing', async () => {
  const admin = { tenantId: 'admin', token: await app.managementToken('admin') };
  expect((await app.call(customPhrasesApi.list, admin)).body).toEqual([]);
  expect((await app.call(phrasesApi.get, { tenantId: 'admin', query: { lng: 'nl' } })).body.translation).toMatchObject(
    en,
  );
});
