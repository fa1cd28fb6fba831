import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/**
 * Files that open connections without the egress guard, and why they may. A tenant can choose the target of none of them.
 * `connectors/kit/call-provider.ts` and others with a parameter called `fetch` get that of the guard.
 */
const allowed: Record<string, string> = {
  'connectors/mail/ses/index.ts': 'only signs; the guard sends',
  'connectors/mail/smtp/index.ts': 'connects to the address that the guard resolved',
  'server/src/cli/examine.ts': 'the command `doctor` calls the addresses of the operator',
  'server/src/features/access/domains/account.ts': 'the certificate authority of the operator; never the domain itself',
  'server/src/features/records/log-streams/send.ts': 'only signs; the guard sends',
  'server/src/platform/egress/egress.ts': 'the guard',
  'server/src/platform/egress/look-up-records.ts': 'asks DNS servers of the operator',
  'server/src/platform/files/scan-upload.ts': 'the virus scanner of the operator',
  'server/src/platform/files/storage.ts': 'the object storage of the operator',
  'server/src/platform/tenancy/addresses.ts': 'only checks the form of a setting of the operator',
};

/** What can connect to another server. Types are erased, so they do not count. */
const patterns = [
  /(?<![\w.'"`])(?:globalThis\.)?fetch\((?!\w+: )/,
  /(?:from|import\()\s*'(?:undici|nodemailer|acme-client|axios|aws4fetch|got|ws|node:http2|node:dns(?:\/promises)?|node:dgram)'/,
  /import (?!type)[^;]*?\b(?:connect|createConnection|request|get|Socket)\b[^;]*? from 'node:(?:net|tls|https?)'/,
  /\bhttps?\.(?:request|get)\(/,
  /\bnew (?:WebSocket|EventSource|XMLHttpRequest)\(/,
];

const isGuarded = (text: string) => /egress[^;]*\bfetch\b|\bfetch: Fetch\b|fetch: \w+,|Fetch = \(url/.test(text);

test('only files that are listed here open connections without the egress guard', async () => {
  const found: string[] = [];
  for await (const path of glob(['server/src/**/*.ts', 'connectors/**/*.ts', 'contracts/src/**/*.ts'], { cwd: root })) {
    const isProduct = !/\.test\.ts$|testing|node_modules|migrations|embedded-postgres/.test(path);
    const text = isProduct ? readFileSync(join(root, path), 'utf8').replace(/^import type .*$/gm, '') : '';
    const [own, ...rest] = patterns;
    if (rest.some((pattern) => pattern.test(text)) || (own?.test(text) && !isGuarded(text))) {
      found.push(path);
    }
  }
  expect(found.sort()).toEqual(Object.keys(allowed).sort());
});
