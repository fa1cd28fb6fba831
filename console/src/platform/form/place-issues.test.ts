import { expect, test } from 'vitest';
import { placeIssues } from './place-issues.ts';

const values = {
  name: 'App',
  redirectUris: ['https://a.example', 'nonsense'],
  customData: '{"plan": "pro"}',
  avatar: undefined,
  branding: { logoUrl: '' },
};

const withoutGroup = (path: string) => path.replace(/^oidcClientMetadata\./, '');

const place = (path: (string | number)[], nameOf: (path: string) => string | undefined = withoutGroup) =>
  placeIssues([{ path, message: 'Correct it.' }], values, nameOf);

test.each<[string, (string | number)[], string]>([
  ['a field', ['name'], 'name'],
  ['an entry of a list', ['oidcClientMetadata', 'redirectUris', 1], 'redirectUris.1'],
  ['an entry that the list of the form does not have', ['oidcClientMetadata', 'redirectUris', 7], 'redirectUris'],
  ['a key inside a text', ['customData', 'plan', 'name'], 'customData'],
  ['a field without a value', ['avatar'], 'avatar'],
  ['a field of a group', ['branding', 'logoUrl'], 'branding.logoUrl'],
])('%s gets its message', (_, path, name) => {
  expect(place(path)).toEqual({ placed: [{ name, message: 'Correct it.' }], rest: [] });
});

test.each<[string, (string | number)[]]>([
  ['the body as a whole', []],
  ['a field that the form does not have', ['type']],
  ['a field that a group does not have', ['branding', 'favicon']],
  ['a property that every object has', ['constructor']],
])('%s is left for the toast', (_, path) => {
  expect(place(path)).toEqual({ placed: [], rest: [{ path, message: 'Correct it.' }] });
});

test('a path without a field is left for the toast', () => {
  expect(place(['name'], () => undefined).rest).toHaveLength(1);
});

test('each issue is placed separately', () => {
  const issues = [
    { path: ['name'], message: 'Enter a value.' },
    { path: ['type'], message: 'Use one of these: SPA.' },
    { path: ['redirectUris', 0], message: 'Use a full address.' },
  ];
  expect(placeIssues(issues, values, (path) => path)).toEqual({
    placed: [
      { name: 'name', message: 'Enter a value.' },
      { name: 'redirectUris.0', message: 'Use a full address.' },
    ],
    rest: [issues[1]],
  });
});
