import { expect, test } from 'vitest';
import { chooseContext, factorContext, needsFactor, usualContext } from './choose-context.ts';
import { parseMessage } from './read-message.ts';

const classes = 'urn:oasis:names:tc:SAML:2.0:ac:classes:';
const [password, certificate] = [`${classes}Password`, `${classes}X509`];

const request = (names: string[], comparison?: string) =>
  parseMessage(
    `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><samlp:RequestedAuthnContext${comparison ? ` Comparison="${comparison}"` : ''}>${names.map((name) => `<saml:AuthnContextClassRef>${name}</saml:AuthnContextClassRef>`).join('')}</samlp:RequestedAuthnContext></samlp:AuthnRequest>`,
  );

test.each([
  [[usualContext], undefined, usualContext],
  [[password], 'exact', password],
  [[certificate], undefined, null],
  [[certificate, password], 'exact', password],
  [[factorContext], 'exact', factorContext],
  [[usualContext], 'minimum', usualContext],
  [[usualContext], 'better', factorContext],
  [[factorContext], 'better', null],
  [[certificate, usualContext], 'better', null],
  [[factorContext], 'maximum', usualContext],
  [[certificate], 'minimum', null],
])('a request for %s (%s) gets %s', (names, comparison, context) => {
  expect(chooseContext(request(names, comparison))).toBe(context);
});

test('a request without a context gets the usual one, and only MFA needs a second factor', () => {
  const plain = parseMessage('<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>');
  expect(chooseContext(plain)).toBe(usualContext);
  expect([usualContext, password, factorContext, null].map(needsFactor)).toEqual([false, false, true, false]);
});
