import { expect, test } from 'vitest';
import type { App } from '#platform/app';
import type { AppError } from '#platform/http/errors';
import { errorBody } from '#platform/http/http';
import { sentences } from '#platform/i18n/issue-sentences';
import { contractSentences } from '#platform/i18n/known-sentences';
import { sentencesIn } from '#platform/testing/sentences-in';
import { requireValidConfig } from './check-config.ts';
import { listFactories } from './load.ts';

// Without packages of the operator, these are the built-in ones.
const withoutPackages = { config: {}, stateOf: () => ({ external: Promise.resolve(new Map()) }) } as unknown as App;
const factories = await listFactories(withoutPackages);

test('every sentence in the guards of connectors is in the list for translations', () => {
  const found = sentencesIn(factories.map(({ configGuard }) => configGuard));
  expect(found).toContain('Enter the host name of the mail server, such as smtp.example.com.');
  const known: string[] = [...contractSentences, ...Object.values(sentences)];
  expect(found.filter((text) => !known.includes(text))).toEqual([]);
});

test('explains the fields of a mail server, in German too', () => {
  const smtp = factories.find(({ metadata }) => metadata.id === 'simple-mail-transfer-protocol');
  if (!smtp) {
    throw new Error('no SMTP');
  }
  const config = {
    host: 'a b',
    port: '99999999',
    auth: {},
    customHeaders: { 'x-a': 7 },
  };
  const refusal = (languages: string[]) => {
    try {
      requireValidConfig(smtp, config);
    } catch (error) {
      return errorBody(error as AppError, languages);
    }
    return undefined;
  };
  expect(refusal(['en'])?.data).toEqual({
    issues: [
      {
        path: ['config', 'host'],
        code: 'invalid_format',
        message: 'Enter the host name of the mail server, such as smtp.example.com.',
      },
      { path: ['config', 'port'], code: 'too_large', message: 'Enter 65535 or less.' },
      { path: ['config', 'fromEmail'], code: 'required', message: 'Enter a value.' },
      { path: ['config', 'templates'], code: 'required', message: 'Enter a value.' },
      { path: ['config', 'customHeaders', 'x-a'], code: 'wrong_type', message: 'Enter text.' },
    ],
  });
  expect(refusal(['de'])?.data).toMatchObject({
    issues: [
      { message: 'Geben Sie den Namen des Mailservers ein, zum Beispiel smtp.example.com.' },
      { message: 'Geben Sie 65535 oder weniger ein.' },
      { message: 'Geben Sie einen Wert ein.' },
      { message: 'Geben Sie einen Wert ein.' },
      { message: 'Geben Sie einen Text ein.' },
    ],
  });
});
