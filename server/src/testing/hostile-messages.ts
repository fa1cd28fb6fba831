type Message = [shape: string, method: 'GET' | 'POST' | 'PATCH', path: string, body?: object];

const many = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
const keyed = (count: number) => Object.fromEntries(many(count, (index) => [`key${index}`, index]));
const patch = (Operations: object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations });
const filtered = (filter: string) => `/Users?filter=${encodeURIComponent(filter)}`;

/** SCIM messages that cost much for their size. */
export const hostileResources = (userId: string, groupId: string): Message[] => [
  ['many conditions', 'GET', filtered(many(400, (index) => `userName eq "${index}"`).join(' or ')).slice(0, 15_000)],
  ['deep filter', 'GET', filtered(`${'('.repeat(2000)}userName pr${')'.repeat(2000)}`)],
  ['long negation', 'GET', filtered(`${'not ('.repeat(1500)}userName pr${')'.repeat(1500)}`)],
  ['long value', 'GET', filtered(`userName co "${'a\\\\'.repeat(2000)}"`)],
  ['many attributes', 'GET', `/Users?attributes=${many(2000, (index) => `a${index}`).join(',')}`],
  ['long filter in a search', 'POST', '/.search', { filter: `userName eq "${'a'.repeat(900_000)}"` }],
  [
    'many conditions in a search',
    'POST',
    '/Users/.search',
    { filter: many(30_000, (index) => `userName eq "${index}"`).join(' or ') },
  ],
  ['many keys', 'POST', '/Users', { userName: 'keys@acme.example', ...keyed(9000) }],
  [
    'many addresses',
    'POST',
    '/Users',
    { userName: 'mails@acme.example', emails: many(9000, (index) => ({ value: `a${index}@acme.example` })) },
  ],
  ['many operations', 'PATCH', `/Users/${userId}`, patch(many(2000, () => ({ op: 'add', path: 'title', value: 'a' })))],
  [
    'long paths',
    'PATCH',
    `/Users/${userId}`,
    patch([{ op: 'remove', path: `emails[${'value eq "a" or '.repeat(30_000)}value pr]` }]),
  ],
  [
    'many members',
    'PATCH',
    `/Groups/${groupId}`,
    patch([{ op: 'add', path: 'members', value: many(9000, (index) => ({ value: `user${index}` })) }]),
  ],
  [
    'many bulk operations',
    'POST',
    '/Bulk',
    {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations: many(2000, (index) => ({ method: 'DELETE', path: `/Users/a${index}` })),
    },
  ],
  [
    'bulk operations that name each other',
    'POST',
    '/Bulk',
    {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations: many(400, (index) => ({
        method: 'POST',
        path: '/Groups',
        bulkId: `b${index}`,
        data: { displayName: `g${index}`, members: [{ value: `bulkId:b${(index + 1) % 400}` }] },
      })),
    },
  ],
];

const namespaces =
  'xmlns:p="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:a="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
const fill = (part: (index: number) => string, size: number) => {
  let text = '';
  for (let index = 0; text.length < size; index += 1) {
    text += part(index);
  }
  return text;
};
const reference = (index: number) =>
  `<ds:Reference URI="#m"><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/></ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>${index}</ds:DigestValue></ds:Reference>`;
const signature = (inner: string) =>
  `<ds:Signature><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/><ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>${inner}</ds:SignedInfo><ds:SignatureValue>AAAA</ds:SignatureValue></ds:Signature>`;

/** Unsigned SAML messages of about this size that cost much for it. Anyone can send them. */
export function hostileXml(
  element: 'Response' | 'AuthnRequest' | 'EntityDescriptor',
  size: number,
): [shape: string, xml: string][] {
  // Responses of this status are verified.
  const status =
    element === 'Response'
      ? '<p:Status><p:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></p:Status>'
      : '';
  const message = (content: string, attributes = '') =>
    `<p:${element} ${namespaces} ID="m" Version="2.0" IssueInstant="2026-01-01T00:00:00Z" ${attributes}><a:Issuer>https://idp.example/saml</a:Issuer>${status}${content}</p:${element}>`;
  const depth = Math.floor(size / 7);
  return [
    ['many elements', message(fill(() => '<a/>', size))],
    [
      'many attributes',
      message(
        '',
        fill((index) => `n${index}="" `, size),
      ),
    ],
    ['equal attributes', message('', 'n="" '.repeat(size / 5))],
    [
      'many namespaces',
      message(
        '',
        fill((index) => `xmlns:n${index}="urn:${index}" `, size),
      ),
    ],
    ['depth', message('<a>'.repeat(depth) + '</a>'.repeat(depth))],
    [
      'depth with namespaces',
      message(fill((index) => `<a xmlns:n${index}="u">`, size / 2) + '</a>'.repeat(Math.floor(size / 40))),
    ],
    ['no end', message('<a>'.repeat(size / 3))],
    ['many comments', message('<!---->'.repeat(size / 7))],
    ['open comment', message(`<!--${'-'.repeat(size)}`)],
    ['brackets', `${'<'.repeat(size)}`],
    ['many entities', message('&amp;'.repeat(size / 5))],
    ['unknown entities', message('&a;'.repeat(size / 3))],
    [
      'a document type',
      `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${message('&b;'.repeat(size / 3))}`,
    ],
    ['many assertions', message(fill((index) => `<a:Assertion ID="a${index}"/>`, size))],
    ['an assertion of many elements', message(`<a:Assertion ID="a">${'<a/>'.repeat(size / 5)}</a:Assertion>`)],
    [
      'many values',
      message(
        `<a:Assertion ID="a"><a:AttributeStatement><a:Attribute Name="a">${'<a:AttributeValue/>'.repeat(size / 20)}</a:Attribute></a:AttributeStatement></a:Assertion>`,
      ),
    ],
    ['elements and texts', message('<a/>a'.repeat(size / 5))],
    ['equal ids', message('<a:Assertion ID="m"/>'.repeat(size / 21))],
    ['many signatures', message(fill((index) => signature(reference(index)), size))],
    ['many references', message(signature(fill(reference, size)))],
    ['a signed message of many elements', message(signature(reference(0)) + '<a/>'.repeat(size / 5))],
    [
      'many transforms',
      message(
        signature(
          `<ds:Reference URI="#m"><ds:Transforms>${'<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>'.repeat(size / 68)}</ds:Transforms></ds:Reference>`,
        ),
      ),
    ],
    ['blanks', ' '.repeat(size)],
  ];
}
