import { describe, expect, test } from 'vitest';
import type { Translation } from '../../experience/custom-phrases.ts';
import { supportedLanguages } from '../../wire.ts';
import { en } from '../en.ts';
import { phrasesOf } from '../index.ts';
import { mergePhrases } from '../merge.ts';
import { wirePartOf, wirePhrases, wordingForPages } from './convert.ts';
import { en as texts } from './en.ts';
import { wireTextsOf } from './index.ts';
import { wireTable } from './table.ts';
import { variants } from './variants.ts';

const namesIn = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);

function textAt(phrases: Translation, path: readonly string[]): unknown {
  return path.reduce<unknown>((group, key) => (group as Record<string, unknown> | undefined)?.[key], phrases);
}

describe('the table', () => {
  test('has one source of text for each key', () => {
    const withoutSource = Object.entries(wireTable).filter(
      ([, { text, like, optional }]) => !text && !like && !optional,
    );
    expect(withoutSource.map(([key]) => key).sort()).toEqual(Object.keys(texts).sort());
    const likes = Object.values(wireTable).flatMap(({ like }) => like ?? []);
    expect(likes.filter((key) => !(key in texts))).toEqual([]);
    // One of the first release has two names. 258 keys are newer.
    expect(Object.keys(wireTable)).toHaveLength(263 + 258);
  });

  test('references existing phrases', () => {
    const paths = Object.values(wireTable).flatMap(({ text, words = [] }) => [...(text ? [text] : []), ...words]);
    const ours = paths.filter((path) => !/^(account|device)\//.test(path));
    const unknown = ours.filter((path) => !(path in variants) && typeof textAt(en, path.split('/')) !== 'string');
    expect(unknown).toEqual([]);
  });
});

test.each(supportedLanguages)('%s has a text for every key, with the variables of the wire', async (language) => {
  const phrases = (await phrasesOf(language)?.()) ?? en;
  const wire = wirePhrases(phrases, await wireTextsOf(language));
  for (const [key, { names = {}, like, optional, only }] of Object.entries(wireTable)) {
    if (optional) {
      expect(textAt(wire, key.split('.')), key).toBeUndefined();
      continue;
    }
    const text = textAt(wire, key.split('.'));
    expect(text, key).toMatch(/\S/);
    const english = texts[(like ?? key) as keyof typeof texts];
    const allowed = english ? namesIn(english) : [...Object.keys(names), ...(only ? [only] : [])];
    expect(allowed, `${key}: ${text}`).toEqual(expect.arrayContaining(namesIn(String(text))));
  }
});

describe('texts of a tenant', () => {
  const shown = (own: Translation) => mergePhrases(en, wordingForPages(own));

  test('are converted to our phrases with our variable names', () => {
    const own = {
      action: { sign_in: 'Come in' },
      description: { enter_passcode: 'Code for your {{address}}: {{ target }}', redirect_to: 'On to {{name, bold}}' },
      error: { password_rejected: { too_short: 'No less than {{min}}', restricted: { words: 'Other words' } } },
    };
    expect(shown(own)).toMatchObject({
      signIn: { action: 'Come in' },
      register: { signIn: 'Come in' },
      verificationCode: { sent: 'Code for your {{kind}}: {{address}}' },
      consent: { goBackTo: 'On to {{host}}' },
      password: { issues: { too_short: 'No less than {{min}}', 'restricted.words': 'Other words' } },
    });
    // Only phrases are sent to the pages.
    expect(Object.keys(shown(own))).toEqual(Object.keys(en));
    expect(Object.keys((shown(own) as typeof en).error)).toEqual(Object.keys(en.error));
  });

  test('replace one sentence of a list', () => {
    const own = { user_scopes: { descriptions: { email: 'Read your address' } } };
    const [, second] = en.consent.scopes.email;
    expect((shown(own) as typeof en).consent.scopes.email).toEqual(['Read your address', second]);
  });

  test('have links in place of the element, else at the end', () => {
    const worded = (text: string) =>
      (wordingForPages({ description: { agree_with_terms: text } }).terms as Translation).checkbox;
    expect(worded('Yes to <link></link>, gladly')).toBe('Yes to {{links}}, gladly');
    expect(worded('Yes to <link/>')).toBe('Yes to {{links}}');
    expect(worded('Yes to')).toBe('Yes to {{links}}');
    expect(wordingForPages({ description: { and: ' plus ' } })).toEqual({
      terms: { both: '{{terms}} plus {{privacy}}' },
    });
  });

  test('under our own keys override those under wire keys, also of one kind', () => {
    const own = {
      action: { sign_in: 'Wire' },
      signIn: { action: 'Ours' },
      error: { invalid_email: 'Wire', general_invalid: 'Wire' },
      identifier: { invalid: 'Ours' },
    };
    expect(wordingForPages(own)).toEqual({
      signIn: { action: 'Ours' },
      register: { signIn: 'Wire' },
      identifier: { invalid: 'Ours' },
    });
    expect(wordingForPages({ error: { invalid_email: 'Email?' } })).toEqual({ identifier: { invalidEmail: 'Email?' } });
  });

  test('replace sentences of the account center and the device page, with their only variable', () => {
    const own = {
      account_center: {
        email: { title: 'Mail' },
        social: { linked: 'Hello {{ connector }}', not_enabled: 'Never shown' },
        sessions: { current_session: 'Here' },
      },
      description: { device_activation: 'Pair' },
      action: { save: 'Keep' },
    };
    expect(wordingForPages(own)).toEqual({
      account: {
        common: { save: 'Keep' },
        signIn: { addEmail: 'Mail', changeEmail: 'Mail' },
        links: { linked: 'Hello {{name}}' },
        devices: { thisOne: 'Here' },
      },
      device: { title: 'Pair' },
    });
  });

  test('under wire keys can be separated from our own', () => {
    const own = { error: { title: 'Ours', timeout: 'Wire' }, action: { copy: 'Wire' }, signIn: { action: 'Ours' } };
    expect(wirePartOf(own)).toEqual({ error: { timeout: 'Wire' }, action: { copy: 'Wire' } });
  });
});
