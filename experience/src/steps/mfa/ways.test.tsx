import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AskedFactors } from '../../platform/draft.ts';
import { Ways } from './ways.tsx';

beforeEach(() => void vi.stubGlobal('window', { location: { search: '' } }));
afterEach(() => void vi.unstubAllGlobals());

const risk = 'Text messages are less safe than an authenticator app or a passkey.';
const asked = (flow: AskedFactors['flow'], available: AskedFactors['available']): AskedFactors => ({
  flow,
  available,
  masked: {},
  isSkippable: true,
  isSuggestion: false,
});
const textOf = (one: AskedFactors) => renderToStaticMarkup(<Ways asked={one} />);

test('says that text messages are less safe when they can be set up as a second factor', () => {
  expect(textOf(asked('bind', ['WebAuthn', 'Totp', 'PhoneVerificationCode']))).toContain(risk);
});

test('does not say it about other factors, nor when a factor is used', () => {
  expect(textOf(asked('bind', ['WebAuthn', 'Totp', 'EmailVerificationCode', 'BackupCode']))).not.toContain(risk);
  expect(textOf(asked('verify', ['PhoneVerificationCode']))).not.toContain(risk);
});
