import { applicationsApi } from '@postern/contracts/access/applications';
import { resourcesApi } from '@postern/contracts/access/resources';
import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import { FieldIssues, issueCodes } from '@postern/contracts/field-issues';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

type Refused = {
  status: number;
  body: { code: string; message: string; details?: string; data?: { issues?: unknown } };
};

async function send(contract: AnyEndpoint, payload: unknown, language: 'en' | 'de'): Promise<Refused> {
  return (await app.inject(app.core, {
    method: contract.method,
    url: contract.path,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-language': language },
    payload: JSON.stringify(payload),
  })) as Refused;
}

const metadata = (redirectUris: unknown[]) => ({ redirectUris, postLogoutRedirectUris: [] });
const spa = (parts: Record<string, unknown>) => ({ name: 'App', type: 'SPA', ...parts });

type Case = [
  kind: string,
  contract: AnyEndpoint,
  payload: unknown,
  path: (string | number)[],
  code: string,
  english: string,
  german: string,
  details: string,
];

describe('reports each problem of a body with path, code and a localized sentence', () => {
  test.each<Case>([
    [
      'a missing value',
      applicationsApi.create,
      { type: 'SPA' },
      ['name'],
      'required',
      'Enter a value.',
      'Geben Sie einen Wert ein.',
      'name: invalid_type, Invalid input: expected string, received undefined',
    ],
    [
      'a missing choice',
      applicationsApi.create,
      { name: 'App' },
      ['type'],
      'required',
      'Enter a value.',
      'Geben Sie einen Wert ein.',
      'type: invalid_value, Invalid option: expected one of ',
    ],
    [
      'an empty text',
      applicationsApi.create,
      spa({ name: '' }),
      ['name'],
      'required',
      'Enter a value.',
      'Geben Sie einen Wert ein.',
      'name: too_small, Too small: expected string to have >=1 characters',
    ],
    [
      'a text that is too long',
      applicationsApi.create,
      spa({ name: 'x'.repeat(257) }),
      ['name'],
      'too_long',
      'Enter at most 256 characters.',
      'Geben Sie höchstens 256 Zeichen ein.',
      'name: too_big, Too big: expected string to have <=256 characters',
    ],
    [
      'a wrong type',
      applicationsApi.create,
      spa({ name: 5 }),
      ['name'],
      'wrong_type',
      'Enter text.',
      'Geben Sie einen Text ein.',
      'name: invalid_type, Invalid input: expected string, received number',
    ],
    [
      'a value that is not among the allowed ones',
      applicationsApi.create,
      { name: 'App', type: 'Toaster' },
      ['type'],
      'invalid_value',
      expect.stringMatching(/^Use one of these: Native, SPA, .*\.$/) as unknown as string,
      expect.stringMatching(/^Verwenden Sie einen dieser Werte: Native, SPA, .*\.$/) as unknown as string,
      'type: invalid_value, Invalid option: expected one of ',
    ],
    [
      'a bad URL in a list, with its index',
      applicationsApi.create,
      spa({ oidcClientMetadata: metadata(['https://app.example.com/cb', 'nonsense']) }),
      ['oidcClientMetadata', 'redirectUris', 1],
      'invalid_url',
      'Use a full address such as https://app.example.com/callback.',
      'Verwenden Sie eine vollständige Adresse, zum Beispiel https://app.example.com/callback.',
      'oidcClientMetadata.redirectUris.1: custom, Use a full address such as https://app.example.com/callback.',
    ],
    [
      'a sentence with a value in it',
      applicationsApi.create,
      spa({ oidcClientMetadata: metadata(['javascript:alert(1)']) }),
      ['oidcClientMetadata', 'redirectUris', 0],
      'invalid_url',
      'Addresses that start with javascript: are not allowed. Use https: or your own scheme.',
      'Adressen, die mit javascript: beginnen, sind nicht erlaubt. Verwenden Sie https: oder das Schema Ihrer eigenen App.',
      'oidcClientMetadata.redirectUris.0: custom, Addresses that start with javascript: are not allowed.',
    ],
    [
      'a rule behind the contract',
      applicationsApi.create,
      spa({ oidcClientMetadata: metadata(['com.example.app:/cb']) }),
      ['oidcClientMetadata', 'redirectUris', 0],
      'custom',
      'Use an address that starts with https:// or http://. Only native apps can use custom schemes.',
      'Verwenden Sie eine Adresse, die mit https:// oder http:// beginnt. Nur native Apps haben eigene Schemas.',
      'oidcClientMetadata.redirectUris.0: custom, Use an address that starts with https:// or http://.',
    ],
    [
      'an unknown key',
      usersApi.create,
      { nickname: 'Ada' },
      ['nickname'],
      'unknown_key',
      'Remove this unknown key.',
      'Entfernen Sie diesen Schlüssel. Er ist hier nicht bekannt.',
      'body: unrecognized_keys, Unrecognized key: "nickname"',
    ],
    [
      'an email address',
      usersApi.create,
      { primaryEmail: 'ada' },
      ['primaryEmail'],
      'invalid_email',
      'Enter an email address such as name@example.com.',
      'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
      'primaryEmail: invalid_format, Invalid string: must match pattern ',
    ],
    [
      'a username',
      usersApi.create,
      { username: '1ada' },
      ['username'],
      'invalid_format',
      'Use letters, digits and underscores. Start with a letter or an underscore.',
      'Verwenden Sie Buchstaben ohne Umlaute, Ziffern und Unterstriche; beginnen Sie mit einem Buchstaben oder Unterstrich.',
      'username: invalid_format, Invalid string: must match pattern ',
    ],
    [
      'a number that is too large',
      resourcesApi.create,
      { name: 'API', indicator: 'https://api.example.com', accessTokenTtl: 40_000_000 },
      ['accessTokenTtl'],
      'too_large',
      'Enter 31557600 or less.',
      'Geben Sie 31557600 oder weniger ein.',
      'accessTokenTtl: too_big, Too big: expected number to be <=31557600',
    ],
    [
      'the words of a schema',
      resourcesApi.create,
      { name: 'API', indicator: 'api' },
      ['indicator'],
      'invalid_url',
      'Use an absolute URI such as https://api.example.com, without a fragment.',
      'Verwenden Sie eine absolute URI ohne Fragment, zum Beispiel https://api.example.com.',
      'indicator: custom, Use an absolute URI such as https://api.example.com, without a fragment.',
    ],
  ])('%s', async (_, contract, payload, path, code, english, german, details) => {
    for (const [language, message] of [
      ['en', english],
      ['de', german],
    ] as const) {
      const { status, body } = await send(contract, payload, language);
      expect([status, body]).toEqual([
        400,
        {
          code: 'guard.invalid_input',
          message: expect.any(String),
          details: expect.any(String),
          data: { issues: [{ path, code, message }] },
        },
      ]);
      // `details` is the same in every language, because clients depend on it.
      expect(body.details?.startsWith(details), body.details).toBe(true);
    }
  });

  test('reports several problems in order', async () => {
    const { body } = await send(usersApi.create, { primaryPhone: '+1', name: 7, a: 1, b: 2 }, 'en');
    expect(body.data?.issues).toEqual([
      {
        path: ['primaryPhone'],
        code: 'invalid_format',
        message: 'Enter the phone number with its country code, in digits only.',
      },
      { path: ['name'], code: 'wrong_type', message: 'Enter text.' },
      { path: ['a'], code: 'unknown_key', message: expect.any(String) },
      { path: ['b'], code: 'unknown_key', message: expect.any(String) },
    ]);
  });

  test('keeps the response short for thousands of unknown keys or one very long key', async () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key${index}`, 1]));
    const { body } = await send(usersApi.create, many, 'en');
    expect(body.data?.issues).toHaveLength(10);
    const long = await send(usersApi.create, { ['k'.repeat(1_000_000)]: 1 }, 'en');
    expect(JSON.stringify(long.body.data).length).toBeLessThan(500);
  });
});

test('names the field that a rule rejects and localizes the message', async () => {
  const payload = { name: 'hired', type: 'Date', required: false, config: { format: 'custom' } };
  const english = 'Set customFormat, because the format is custom.';
  const german = 'Geben Sie customFormat an, weil das Format custom ist.';
  for (const [language, message, whole] of [
    ['en', english, `The input is not valid. ${english}`],
    ['de', german, `Die Eingabe ist nicht gültig. ${german}`],
  ] as const) {
    expect(await send(customProfileFieldsApi.create, payload, language)).toMatchObject({
      status: 400,
      body: {
        code: 'request.invalid_input',
        message: whole,
        details: english,
        data: { issues: [{ path: ['config', 'customFormat'], code: 'custom', message }] },
      },
    });
  }
});

test('names query parameters in the same way', async () => {
  const answer = await app.inject(app.core, {
    method: 'GET',
    url: '/api/.well-known/phrases?lng=a&lng=b',
    headers: { 'accept-language': 'de' },
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { data: { issues: [{ path: ['lng'], code: 'wrong_type', message: 'Geben Sie einen Text ein.' }] } },
  });
});

test('describes the response in the OpenAPI document', async () => {
  const { body } = await app.inject(app.core, { method: 'GET', url: '/api/swagger.json' });
  type Schema = { properties: Record<string, Schema>; items: Schema; enum?: string[] };
  const { components, paths } = body as unknown as {
    components: { schemas: Record<string, Schema> };
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  };
  const refused = [{ $ref: '#/components/schemas/InvalidInput' }, { $ref: '#/components/schemas/Error' }];
  expect(paths['/api/applications']?.post?.responses['400']).toMatchObject({
    content: { 'application/json': { schema: { anyOf: refused } } },
  });
  const issue = components.schemas.InvalidInput?.properties.data?.properties.issues?.items;
  expect(issue?.properties.code?.enum).toEqual(issueCodes);
  const answer = await send(applicationsApi.create, { type: 'Toaster', more: 1 }, 'de');
  expect(FieldIssues.strict().safeParse(answer.body.data).success).toBe(true);
});
