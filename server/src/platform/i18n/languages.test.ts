import { expect, test } from 'vitest';
import { serverLanguage, textIn, textsIn, translationsIn } from './languages.ts';

test('chooses a language that has texts', () => {
  expect(serverLanguage(['tlh', 'de-AT'])).toBe('de');
  expect(serverLanguage(['tlh'])).toBe('en');
});

test('has the form of the English texts, and English where a text is missing', () => {
  const english = { title: 'Signing you in', unknown: 'Only here', deep: { more: 'Only here too' } };
  expect(textsIn('de', 'access.saml-applications', english)).toEqual({ ...english, title: 'Sie werden angemeldet' });
  expect(textsIn('en', 'access.saml-applications', english)).toBe(english);
});

test('texts of plugins may equal the name of an Object property', () => {
  expect(textIn('de', 'platform.sentences', 'Enter text.')).toBe('Geben Sie einen Text ein.');
  expect(textIn('de', 'platform.sentences', 'constructor')).toBe('constructor');
  expect(textIn('de', 'toString', 'valueOf')).toBe('valueOf');
});

test('never reads a file outside its folder', () => {
  expect(translationsIn('../package', 'scripts')).toEqual({});
});
