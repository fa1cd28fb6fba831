import { isRedirectUri } from '@postern/contracts/fields';
import { AppError } from '#platform/http/errors';
import { metadataOf, signedResponse, signingKey } from '#testing/saml';
import { serviceMetadata } from '#testing/saml-applications';
import { readAuthnRequest } from '../../features/access/saml-applications/read-request.ts';
import { readService } from '../../features/access/saml-applications/read-service.ts';
import { unpackCustomUi } from '../../features/experience/sign-in-experience/unpack-custom-ui.ts';
import { parseFilter, parsePath } from '../../features/people/directory-sync/parse.ts';
import { groupSchema, userSchema } from '../../features/people/directory-sync/schema.ts';
import { inspectResponse } from '../../features/people/sso-saml/inspect.ts';
import { MetadataError, readMetadata } from '../../features/people/sso-saml/read-metadata.ts';
import { checkRecord } from '../../features/people/user-jobs/import/check-record.ts';
import { parseObject, splitJson, splitLines } from '../../features/people/user-jobs/import/json.ts';
import { guessDelimiter, parseCsv } from '../../features/people/user-jobs/import/parse-csv.ts';
import { makeZip } from '../../platform/testing/zip.ts';
import { mutatedBytes, mutatedText } from './mutate.ts';
import { asText, Defect, type Run, type Target } from './target.ts';

/** Only errors that the server explains to its caller may leave a parser. */
const explained =
  (work: (text: string) => unknown, ...allowed: (new (...args: never[]) => Error)[]): Run =>
  async (input) => {
    try {
      await work(asText(input));
    } catch (error) {
      if (error instanceof AppError && error.status < 500) {
        return;
      }
      if (!allowed.some((kind) => error instanceof kind)) {
        throw error instanceof Defect ? error : new Defect(`unexpected error: ${error}`, { cause: error });
      }
    }
  };

const addresses = [
  'https://app.example.com/callback',
  'http://localhost:3000/callback?x=1',
  'com.example.app://callback',
  'http://127.0.0.1/',
  'https://xn--bcher-kva.example/a/b',
  'http://[::1]:8080/cb',
];

/** Whatever is accepted must be safe to redirect to. */
function checkAddress(text: string): void {
  if (!isRedirectUri(text)) {
    return;
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe =
    url !== undefined &&
    url.username === '' &&
    url.password === '' &&
    !text.includes('#') &&
    !/[\\\s\p{Cc}]/u.test(text) &&
    !['javascript:', 'data:', 'vbscript:', 'file:', 'blob:'].includes(url.protocol);
  if (!isSafe) {
    throw new Defect(`accepted an unsafe address: ${url?.protocol ?? 'unreadable'}`);
  }
}

const redirectUris: Target = {
  name: 'redirect-uris',
  slice: 3000,
  open: async () => ({
    inputs: mutatedText(addresses, ['javascript:', 'data:', 'https://', 'http://', '@', ':443', '/..', '.example.com']),
    run: explained(checkAddress),
  }),
};

const filters = [
  'userName eq "ada"',
  'emails[type eq "work" and value co "@example.com"].value pr',
  'not (active eq false) and (meta.lastModified gt "2026-01-01T00:00:00Z" or externalId sw "a")',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "x"',
  'members[value eq "a"]',
  'name.familyName',
];
const filterParts = [
  'eq',
  'ne',
  'co',
  'sw',
  'ew',
  'pr',
  'gt',
  'and',
  'or',
  'not',
  '(',
  ')',
  '[',
  ']',
  'null',
  '"\\u0000"',
];

const scimFilters: Target = {
  name: 'scim-filters',
  slice: 3000,
  open: async () => ({
    inputs: mutatedText(filters, filterParts),
    run: async (input) => {
      for (const schema of [userSchema, groupSchema]) {
        await explained((text) => parseFilter(text, schema))(input);
        await explained((text) => parsePath(text, schema))(input);
      }
    },
  }),
};

export const xmlParts = [
  '<',
  '</',
  '/>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<!DOCTYPE x>',
  '&amp;',
  '&#0;',
  '&#x10ffff;',
  'xmlns:a="b"',
  ' ID="_1"',
  '<?xml?>',
];

const samlMessages: Target = {
  name: 'saml-messages',
  slice: 400,
  open: async () => {
    const key = signingKey();
    const issuer = 'https://idp.example/metadata';
    const metadata = metadataOf({ entityId: issuer, signInEndpoint: 'https://idp.example/sso', key });
    const provider = readMetadata(metadata);
    const audience = 'https://sp.example';
    const acsUrl = `${audience}/acs`;
    const request = `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="https://op.example/sso" AssertionConsumerServiceURL="${acsUrl}"><saml:Issuer>${audience}</saml:Issuer></samlp:AuthnRequest>`;
    const settings = { entityId: audience, acsUrl: { url: acsUrl, binding: '' }, additionalAcsUrls: [] } as never;
    const service = { entityId: audience, assertionConsumerServiceUrl: acsUrl };
    const response = signedResponse({ issuer, audience, recipient: acsUrl, nameId: 'ada' }, key);
    return {
      inputs: mutatedText([request, metadata, serviceMetadata(key.certificate), response], xmlParts),
      run: async (input) => {
        await explained(readService)(input);
        await explained((text) => readMetadata(text), MetadataError)(input);
        await explained((text) => inspectResponse(text, provider, service))(input);
        const message = Buffer.from(asText(input)).toString('base64');
        await explained(() => readAuthnRequest({ binding: 'post', message }, settings, 'https://op.example/sso'))(
          input,
        );
      },
    };
  },
};

const tables = [
  'username,email,name\nada,ada@example.com,"Ada, the first"\n',
  'username;primaryEmail;profile.address.country\r\nada;ada@example.com;UK\r\n',
  '{"username":"ada","profile":{"address":{"country":"UK"}}}\n{"username":"bob"}\n',
  '[{"username":"ada","customData":{"a":[1,2,{"b":null}]}},{"username":"bob"}]',
  '{"users":[{"localId":"1","email":"a@example.com","passwordHash":"eA==","salt":"eA=="}]}',
];

async function* chunks(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 7) {
    yield text.slice(at, at + 7);
  }
}

async function readTable(text: string): Promise<void> {
  const rows: string[][] = [];
  for await (const { cells } of parseCsv(chunks(text), guessDelimiter(text))) {
    rows.push(cells);
  }
  const [columns = [], ...lines] = rows;
  for (const [index, cells] of lines.entries()) {
    const fields = new Map(columns.map((name, column) => [name, cells[column] ?? '']));
    checkRecord(index, fields, { keepIds: true });
  }
}

async function readPieces(pieces: AsyncIterable<{ line: number; text: string | undefined }>): Promise<void> {
  for await (const { line, text } of pieces) {
    const record = text === undefined ? undefined : parseObject(text);
    if (record) {
      checkRecord(line, new Map(Object.entries(record)), { keepIds: true });
    }
  }
}

const importFiles: Target = {
  name: 'import-files',
  slice: 400,
  open: async () => ({
    inputs: mutatedText(tables, ['"', '""', '\n', '\r', ',', ';', '\t', '=cmd', '[', '{', '}', ':', '\\u0000', 'null']),
    run: async (input) => {
      await explained(readTable)(input);
      await explained((text) => readPieces(splitJson(chunks(text))))(input);
      await explained((text) => readPieces(splitLines(chunks(text))))(input);
    },
  }),
};

const zipFiles: Target = {
  name: 'zip-files',
  slice: 400,
  open: async ({ app, tenantId }) => {
    const archives = [
      makeZip([
        { name: 'index.html', content: '<p>hello</p>' },
        { name: 'a/b.css', content: 'p{}' },
      ]),
      makeZip([
        { name: 'dist/index.html', content: 'x' },
        { name: 'dist/', content: '' },
      ]),
      makeZip([{ name: 'index.html', content: 'x', claimedSize: 9 }]),
    ];
    // The files themselves are not of interest.
    const storage = { ...app.app.storage, put: async () => undefined };
    const inner = { ...app.app, storage } as never;
    return {
      inputs: mutatedBytes(archives),
      run: explained((text) => unpackCustomUi(inner, tenantId, Buffer.from(text, 'base64'))),
    };
  },
};

export const parserTargets: readonly Target[] = [redirectUris, scimFilters, samlMessages, importFiles, zipFiles];
