import type { ErrorBody } from '@postern/contracts/errors';
import { expect, test } from 'vitest';
import { readIssues } from './read-issues.ts';
import { RequestError } from './request-error.ts';
import { failureMessage } from './show-failure.ts';

const refused = (body: ErrorBody) => new RequestError(body.message, { status: 400, body });

const invalid = refused({
  code: 'guard.invalid_input',
  message: 'The body of the request is not valid.',
  details: 'name: invalid_type, Invalid input: expected string, received undefined',
  data: { issues: [{ path: ['name'], code: 'required', message: 'Enter a value.' }] },
});

test('shows a rejected body as the sentences of its issues, never as schema text', () => {
  expect(failureMessage(invalid)).toBe('The body of the request is not valid. name: Enter a value.');
});

test('shows only the first of many issues', () => {
  const issues = Array.from({ length: 20 }, (_, index) => ({
    path: ['list', index],
    code: 'required',
    message: 'Do.',
  }));
  const error = refused({ code: 'guard.invalid_input', message: 'Not valid.', data: { issues }, details: 'raw' });
  expect(failureMessage(error)).toBe('Not valid. list.0: Do. list.1: Do. list.2: Do.');
});

test('does not repeat a sentence that the message already contains', () => {
  const message = 'The input is not valid. expiresAt must be in the future.';
  const details = 'expiresAt must be in the future.';
  const issues = [{ path: ['expiresAt'], code: 'custom', message: details }];
  expect(failureMessage(refused({ code: 'request.invalid_input', message, details, data: { issues } }))).toBe(message);
  expect(failureMessage(refused({ code: 'request.invalid_input', message, details }))).toBe(message);
});

test('appends details without issues', () => {
  const error = refused({ code: 'user_import.unknown_format', message: 'Not CSV.', details: 'Save it as CSV.' });
  expect(failureMessage(error)).toBe('Not CSV. Save it as CSV.');
  expect(failureMessage(refused({ code: 'role.name_in_use', message: 'Taken.' }))).toBe('Taken.');
});

test('reads issues as data; password issues and other data are not field issues', () => {
  expect(readIssues(invalid)).toMatchObject([{ path: ['name'], message: 'Enter a value.' }]);
  const others = [
    undefined,
    null,
    'text',
    { issues: 'text' },
    { issues: [null, { path: 'name', message: 'x' }, { code: 'password_rejected.too_short' }] },
    [{ code: 'password_rejected.pwned' }],
  ];
  for (const data of others) {
    expect(readIssues(refused({ code: 'x', message: 'x', data }))).toEqual([]);
  }
  // The lines of `details` are never parsed.
  expect(readIssues(refused({ code: 'x', message: 'x', details: 'name: custom, Write it.' }))).toEqual([]);
});
