import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createEgress, EgressError, isPublicAddress } from './egress.ts';

const answers =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const strict = createEgress({ allowPrivate: false, resolve: answers('203.0.113.7', '93.184.216.34') });

let port: number;
let seen: IncomingMessage[] = [];
const server = createServer((request, response) => {
  seen.push(request);
  if (request.url === '/away') {
    response.writeHead(302, { location: `http://127.0.0.1:${port}/stolen` }).end();
  } else if (request.url !== '/never') {
    response.end('hello');
  }
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
beforeEach(() => {
  seen = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('non-public addresses', () => {
  test.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::2',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a9fe:a9fe',
    '::ffff:0:7f00:1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '2001:db8::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '100::1',
    '4000::1',
    'localhost',
    '',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(false));

  test.each(['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
});

describe('check rejects', () => {
  const local = createEgress({ allowPrivate: false, resolve: answers('127.0.0.1') });

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::127.0.0.1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://１２７.0.0.1/',
  ])('%s, without a DNS lookup', async (url) => {
    await expect(strict.check(url)).rejects.toThrow(/is not a public address/);
    await expect(strict.fetch(url)).rejects.toBeInstanceOf(EgressError);
  });

  test('a hostname that resolves to a private address', async () => {
    await expect(local.check('https://intranet.example.com/')).rejects.toThrow('not a public address');
  });

  test.each([
    ['203.0.113.7 is a documentation address', answers('203.0.113.7')],
    ['one private among public ones', answers('93.184.216.34', '10.0.0.1')],
    ['one private IPv6 among public ones', answers('93.184.216.34', 'fd00::1')],
    ['no answer at all', answers()],
  ])('%s', async (_label, resolve) => {
    await expect(createEgress({ allowPrivate: false, resolve }).check('http://a.example/')).rejects.toBeInstanceOf(
      EgressError,
    );
  });

  test('a host that is not on the list of the operator, before its name is looked up', async () => {
    const asked: string[] = [];
    const egress = createEgress({
      allowPrivate: false,
      allowedHosts: ['hooks.example', '*.partner.example'],
      resolve: async (host) => {
        asked.push(host);
        return [{ address: '93.184.216.34', family: 4 }];
      },
    });
    for (const host of ['other.example', 'partner.example', 'evilpartner.example', 'hooks.example.evil.example']) {
      await expect(egress.check(`https://${host}/`)).rejects.toThrow('is not on the list of allowed hosts');
      await expect(egress.fetch(`https://${host}/`)).rejects.toBeInstanceOf(EgressError);
      await expect(egress.resolve(host)).rejects.toBeInstanceOf(EgressError);
    }
    await expect(egress.check('https://93.184.216.34/')).rejects.toBeInstanceOf(EgressError);
    expect(asked).toEqual([]);
    for (const host of ['hooks.example', 'HOOKS.example.', 'a.partner.example', 'b.a.partner.example']) {
      await egress.check(`https://${host}/`);
    }
    expect(asked).toHaveLength(4);
  });

  test('a hostname that does not exist', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'));
    await expect(createEgress({ allowPrivate: true, resolve }).check('http://a.example/')).rejects.toThrow(
      'The host a.example could not be found.',
    );
  });

  test.each(['ftp://example.com/', 'file:///etc/passwd', 'javascript:alert(1)', 'nonsense', '//example.com', ''])(
    '%s',
    async (url) => expect(strict.check(url)).rejects.toThrow('Only http and https'),
  );

  test('credentials in the URL', async () => {
    await expect(createEgress({ allowPrivate: true }).check('http://a:b@127.0.0.1/')).rejects.toThrow(
      'must not contain a username',
    );
  });

  test.each(['2130706433', '0x7f.1', '0177.0.0.1', '127.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:a9fe:a9fe', '0xa9fea9fe'])(
    'the address %s of a protocol without URLs',
    async (host) => expect(strict.resolve(host)).rejects.toThrow('is not a public address'),
  );

  test.each([
    ['134744072', '8.8.8.8'],
    ['010.8.8.8', '8.8.8.8'],
    ['0x8.8.8.8', '8.8.8.8'],
    ['8.8.8.8', '8.8.8.8'],
    ['2606:4700:4700:0:0:0:0:1111', '2606:4700:4700::1111'],
  ])('nothing of the public address %s, which is written in full', async (host, address) =>
    expect((await strict.resolve(host)).address).toBe(address),
  );

  test('no public address', async () => {
    const open = createEgress({ allowPrivate: false, resolve: answers('93.184.216.34', '2606:4700:4700::1111') });
    await expect(open.check('https://example.com/hook')).resolves.toBeUndefined();
  });
});

describe('fetch', () => {
  test('connects to the checked address and sends the original hostname', async () => {
    let asked = 0;
    const egress = createEgress({
      allowPrivate: true,
      // A second lookup would return an address without a listener.
      resolve: async () => [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }],
    });
    const response = await egress.fetch(`http://hook.example:${port}/path`);
    expect(await response.text()).toBe('hello');
    expect([asked, seen[0]?.headers.host]).toEqual([1, `hook.example:${port}`]);
  });

  test('rejects a hostname that resolves to a private address after the check', async () => {
    let asked = 0;
    const egress = createEgress({
      allowPrivate: false,
      resolve: async () => [{ address: asked++ === 0 ? '93.184.216.34' : '127.0.0.1', family: 4 }],
    });
    await egress.check(`http://rebind.example:${port}/`);
    await expect(egress.fetch(`http://rebind.example:${port}/`)).rejects.toBeInstanceOf(EgressError);
    expect(seen).toEqual([]);
  });

  test('never follows a redirect, even if the caller requests it', async () => {
    const egress = createEgress({ allowPrivate: true });
    const response = await egress.fetch(`http://127.0.0.1:${port}/away`, { redirect: 'follow' });
    expect([response.status, response.headers.get('location')]).toEqual([302, `http://127.0.0.1:${port}/stolen`]);
    expect(seen.map(({ url }) => url)).toEqual(['/away']);
  });

  test('times out', async () => {
    const egress = createEgress({ allowPrivate: true, timeoutMs: 100 });
    await expect(egress.fetch(`http://127.0.0.1:${port}/never`)).rejects.toThrow(/timeout|aborted/i);
  });

  test('connects to private addresses only if the operator allows it', async () => {
    const url = `http://127.0.0.1:${port}/`;
    expect((await createEgress({ allowPrivate: true }).fetch(url)).status).toBe(200);
    await expect(createEgress({ allowPrivate: false }).fetch(url)).rejects.toBeInstanceOf(EgressError);
  });
});
