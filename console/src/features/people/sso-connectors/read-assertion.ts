import { defaultSsoAttributes, wellKnownSsoAttributes } from '@postern/contracts/people/sso-configs';
import type { SsoConnectionTest } from '@postern/contracts/people/sso-connection-tests';
import { type MappedField, type Mapping, mappedFields } from './connection-form.ts';

/** The parts of an assertion that can be mapped. */
export type SampleAssertion = { nameId?: string; attributes: Readonly<Record<string, string>> };

/** Browsers post a response as base64. */
function xmlIn(text: string): string {
  const given = text.trim();
  if (given.startsWith('<')) {
    return given;
  }
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(given.replace(/\s+/g, '')), (char) => char.charCodeAt(0)));
  } catch {
    return '';
  }
}

const all = (node: Document | Element, name: string) => [...node.getElementsByTagNameNS('*', name)];

/** Reads a SAML response or assertion, as XML or base64. Undefined if there is none, or if it is encrypted. */
export function readAssertion(text: string): SampleAssertion | undefined {
  const document = new DOMParser().parseFromString(xmlIn(text), 'text/xml');
  if (all(document, 'parsererror').length > 0) {
    return undefined;
  }
  const [assertion] = all(document, 'Assertion');
  if (!assertion) {
    return undefined;
  }
  const [nameId] = all(assertion, 'NameID');
  const attributes = all(assertion, 'Attribute').map((attribute) => [
    attribute.getAttribute('Name') ?? '',
    all(attribute, 'AttributeValue')[0]?.textContent?.trim() ?? '',
  ]);
  return {
    ...(nameId?.textContent ? { nameId: nameId.textContent.trim() } : {}),
    attributes: Object.fromEntries(attributes),
  };
}

/** What a test of the connection received. Of several values, the first one counts. */
export function assertionOfTest(test: Pick<SsoConnectionTest, 'received'> | undefined): SampleAssertion | undefined {
  const claims = test?.received?.claims;
  if (!claims) {
    return undefined;
  }
  const texts = Object.entries(claims).flatMap(([name, value]): [string, string][] => {
    const [text] = [value].flat();
    return typeof text === 'string' ? [[name, text]] : [];
  });
  const { nameID: nameId, ...attributes } = Object.fromEntries(texts);
  return { ...(nameId ? { nameId } : {}), attributes };
}

export type Mapped = { field: MappedField; from: string; value: string | undefined };

/** The user that a sign-in with this assertion would see. An empty field of the mapping is its default. */
export function mapAssertion(mapping: Mapping, { nameId, attributes }: SampleAssertion): Mapped[] {
  const read = (name: string) => (name === 'nameID' ? nameId : attributes[name]) || undefined;
  return mappedFields.map((field) => {
    const chosen = mapping[field].trim() || defaultSsoAttributes[field];
    const names = chosen === defaultSsoAttributes[field] ? [chosen, ...wellKnownSsoAttributes[field]] : [chosen];
    const from = names.find((name) => read(name) !== undefined) ?? chosen;
    return { field, from, value: read(from) };
  });
}
