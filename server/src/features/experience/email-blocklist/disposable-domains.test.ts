import { createRequire } from 'node:module';
import { emailBlocklistApi } from '@postern/contracts/experience/email-blocklist';
import { expect, test } from 'vitest';
import { testApp } from '#testing/test-app';
import { disposableList, isDisposable } from './disposable-domains.ts';

test('finds listed domains and everything below them', () => {
  expect(['mailinator.com', 'inbox.mailinator.com', 'yopmail.com'].map(isDisposable)).toEqual([true, true, true]);
  expect(['example.com', 'gmail.com', 'mailinator.com.example', 'com', ''].map(isDisposable)).toEqual(
    Array(5).fill(false),
  );
});

test('the date belongs to the installed version of the list', () => {
  const installed = createRequire(import.meta.url)('disposable-email-domains-js/package.json') as { version: string };
  expect(disposableList.version).toBe(installed.version);
});

test('the API returns the date and the size of the list', async () => {
  const app = await testApp();
  const { status, body } = await app.call(emailBlocklistApi.disposableDomains, { token: await app.managementToken() });
  expect([status, body]).toEqual([200, { date: disposableList.date, count: disposableList.count() }]);
  expect(body.count).toBeGreaterThan(1000);
  await app.close();
});
