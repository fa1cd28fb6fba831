import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, endpointOf, readConfig } from './config.ts';

describe('without environment variables', () => {
  test('the open-source edition listens on localhost only', () => {
    expect(readConfig({})).toMatchObject({
      edition: 'oss',
      host: '127.0.0.1',
      port: 3001,
      adminPort: 3002,
      endpoint: 'http://localhost:3001',
      adminEndpoint: 'http://localhost:3002',
      databaseUrl: undefined,
      dataDir: resolve('.data'),
      isProduction: false,
      trustProxy: false,
      allowPrivateEgress: false,
      storage: { kind: 'local' },
    });
  });

  test('the cloud edition gives each tenant a hostname', () => {
    const config = readConfig({ EDITION: 'cloud', PORT: '8080' });
    expect(config.endpoint).toBe('http://*.localhost:8080');
    expect(endpointOf(config, 'acme')).toBe('http://acme.localhost:8080');
    expect(endpointOf(config, 'admin')).toBe('http://localhost:3002');
  });

  test('treats an empty value as unset', () => {
    expect(readConfig({ PORT: '', EDITION: '', DATABASE_URL: '' }).port).toBe(3001);
  });
});

test('custom domains: certificates need a port and an authority, and DNS servers must be addresses', () => {
  expect(readConfig({}).customDomains).toEqual({ resolvers: [], max: undefined, tls: undefined });
  const authority = 'https://acme.example/directory';
  const full = { TLS_PORT: '443', ACME_DIRECTORY_URL: authority, DNS_RESOLVER: '10.0.0.2, 127.0.0.1:5353' };
  expect(readConfig({ ...full, MULTIPLE_CUSTOM_DOMAINS_ENABLED: '1' }).customDomains).toEqual({
    resolvers: ['10.0.0.2', '127.0.0.1:5353'],
    max: 10,
    tls: { port: 443, directoryUrl: authority, email: undefined, binding: undefined, dnsScript: undefined },
  });
  expect(() => readConfig({ TLS_PORT: '443' })).toThrow(/^TLS_PORT: needs ACME_DIRECTORY_URL/);
  expect(() => readConfig({ ACME_DIRECTORY_URL: authority })).toThrow(/^ACME_DIRECTORY_URL: needs TLS_PORT/);
  expect(() => readConfig({ ...full, TLS_PORT: '3001' })).toThrow(/^TLS_PORT: must differ/);
  expect(() => readConfig({ ...full, ACME_EAB_KID: 'kid' })).toThrow(/^ACME_EAB_KID and ACME_EAB_HMAC_KEY: set both/);
  expect(() => readConfig({ ...full, ACME_DNS_SCRIPT: '/no/such/script' })).toThrow(
    /^ACME_DNS_SCRIPT: must be a program/,
  );
  for (const value of ['dns.example', '10.0.0.2:99999x', 'http://10.0.0.2']) {
    expect(() => readConfig({ DNS_RESOLVER: value })).toThrow(/^DNS_RESOLVER: must be IP addresses/);
  }
});

test('allowed hosts include the services of other variables', () => {
  expect(readConfig({}).allowedHosts).toBeUndefined();
  expect(
    readConfig({
      EGRESS_ALLOWED_HOSTS: 'Hooks.example.com, *.example.org,10.0.0.1',
      PWNED_PASSWORDS_URL: 'https://passwords.example/range',
    }).allowedHosts,
  ).toEqual(['hooks.example.com', '*.example.org', '10.0.0.1', 'passwords.example']);
});

test('the scanner of uploads has a TCP address or a socket', () => {
  expect(readConfig({ CLAMAV_ADDRESS: 'clamav:3310' }).scanner).toEqual({ host: 'clamav', port: 3310 });
  expect(readConfig({ CLAMAV_ADDRESS: '[::1]:3310' }).scanner).toEqual({ host: '::1', port: 3310 });
  expect(readConfig({ CLAMAV_ADDRESS: '/run/clamd.ctl' }).scanner).toEqual({ path: '/run/clamd.ctl' });
});

test('requires the connectors folder to exist', () => {
  expect(readConfig({}).connectorsDir).toBeUndefined();
  expect(readConfig({ CONNECTORS_DIR: '.' }).connectorsDir).toBe(resolve('.'));
  for (const path of ['/no/such/folder', 'package.json']) {
    expect(() => readConfig({ CONNECTORS_DIR: path })).toThrow(/^CONNECTORS_DIR: must be a folder that exists/);
  }
});

describe('normalizes an endpoint to the origin that browsers send', () => {
  test.each([
    ['https://auth.example.com/', 'https://auth.example.com'],
    ['https://AUTH.Example.com', 'https://auth.example.com'],
    ['https://auth.example.com:443', 'https://auth.example.com'],
    ['http://auth.example.com:80', 'http://auth.example.com'],
    ['http://[::1]:3001', 'http://[::1]:3001'],
  ])('%s', (given, expected) => {
    expect(readConfig({ ENDPOINT: given }).endpoint).toBe(expected);
    expect(readConfig({ ADMIN_ENDPOINT: given }).adminEndpoint).toBe(expected);
  });

  test('with a path on a host that is shared with other products', () => {
    const config = readConfig({
      ENDPOINT: 'HTTPS://Example.com:443/Auth/',
      ADMIN_ENDPOINT: 'https://example.com/a/b.c',
    });
    expect([config.endpoint, config.adminEndpoint]).toEqual(['https://example.com/Auth', 'https://example.com/a/b.c']);
  });

  test('one port for both addresses', () => {
    const ports = { PORT: '8080', ADMIN_PORT: '8080' };
    expect(readConfig({ ...ports, ADMIN_ENDPOINT: 'http://localhost:8080/admin' }).adminPort).toBe(8080);
    expect(readConfig({ ...ports, ADMIN_ENDPOINT: 'https://console.example.com' }).adminPort).toBe(8080);
  });

  test('with * in place of the tenant', () => {
    const config = readConfig({ EDITION: 'cloud', ENDPOINT: 'https://*.Auth.example.com:443/' });
    expect(endpointOf(config, 'acme')).toBe('https://acme.auth.example.com');
  });
});

describe('reports an invalid value in one line with its name', () => {
  test.each<[Record<string, string>, RegExp]>([
    [{ EDITION: 'foo' }, /^EDITION: .*"oss".*\(got "foo"\)$/],
    [{ SECRET_VAULT_KEK: 'tooShort' }, /^SECRET_VAULT_KEK: must be 32 bytes in base64, [^()]*$/],
    [{ PORT: 'abc' }, /^PORT: must be a port number \(got "abc"\)$/],
    [{ PORT: '65536' }, /^PORT: /],
    [{ PORT: '-1' }, /^PORT: /],
    [{ PORT: '80.5' }, /^PORT: /],
    [{ PORT: ' ' }, /^PORT: /],
    [{ USER_DEFAULT_ROLE_NAMES: `Member,${'x'.repeat(129)}` }, /^USER_DEFAULT_ROLE_NAMES: .*128 characters/],
    [{ PORT: '0x50' }, /^PORT: /],
    [{ PORT: '3002' }, /^ADMIN_ENDPOINT: must differ from ENDPOINT in its host or its path/],
    [{ ENDPOINT: 'https://a.example/x/', ADMIN_ENDPOINT: 'https://a.example/x' }, /^ADMIN_ENDPOINT: must differ/],
    [{ ENDPOINT: 'nonsense' }, /^ENDPOINT: must be an http\(s\) address/],
    [{ ENDPOINT: 'ftp://example.com' }, /^ENDPOINT: /],
    [{ ENDPOINT: 'https://example.com/auth?a=1' }, /^ENDPOINT: /],
    [{ ENDPOINT: 'https://example.com/auth#a' }, /^ENDPOINT: /],
    [{ ENDPOINT: 'https://example.com//auth' }, /^ENDPOINT: /],
    [{ ENDPOINT: 'https://example.com/auth//' }, /^ENDPOINT: /],
    [{ ENDPOINT: 'https://example.com/a/../auth' }, /^ENDPOINT: /],
    [{ ENDPOINT: 'https://example.com/.' }, /^ENDPOINT: /],
    [{ ENDPOINT: 'https://example.com/a%2fb' }, /^ENDPOINT: /],
    [{ ENDPOINT: 'https://example.com/a;b' }, /^ENDPOINT: /],
    [{ ENDPOINT: 'https://example.com/a b' }, /^ENDPOINT: /],
    [{ ENDPOINT: 'https://example.com\\auth' }, /^ENDPOINT: /],
    [{ ADMIN_ENDPOINT: 'https://example.com/"><script>' }, /^ADMIN_ENDPOINT: /],
    [{ EDITION: 'cloud', ENDPOINT: 'https://*.example.com/auth' }, /^ENDPOINT: must not have a path in the cloud/],
    [{ EDITION: 'cloud', ADMIN_ENDPOINT: 'https://a.example/x' }, /^ADMIN_ENDPOINT: must not have a path in the cloud/],
    [{ PROTECTED_APPS_ENDPOINT: 'https://*.example.com/auth' }, /^PROTECTED_APPS_ENDPOINT: /],
    [{ ENDPOINT: 'https://example.com/?a=1' }, /^ENDPOINT: /],
    [{ ENDPOINT: 'https://example.com/#a' }, /^ENDPOINT: /],
    [{ ENDPOINT: 'https://user:secret@example.com' }, /^ENDPOINT: /],
    [{ ENDPOINT: 'https://*.example.com' }, /^ENDPOINT: \* is for the cloud edition only/],
    [{ EDITION: 'cloud', ENDPOINT: 'https://example.com' }, /^ENDPOINT: must contain \*/],
    [{ EDITION: 'cloud', ENDPOINT: 'https://*.*.example.com' }, /^ENDPOINT: /],
    [{ EDITION: 'cloud', ENDPOINT: 'https://example.com/*' }, /^ENDPOINT: /],
    [{ ADMIN_ENDPOINT: 'https://*.example.com' }, /^ADMIN_ENDPOINT: must not hold \*/],
    [{ DATABASE_URL: 'mysql://localhost/x' }, /^DATABASE_URL: must be a postgres:\/\/ URL/],
    [{ DATABASE_POOL_SIZE: '0' }, /^DATABASE_POOL_SIZE: /],
    [{ DATABASE_POOL_MODE: 'statement' }, /^DATABASE_POOL_MODE: /],
    [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY: true would believe any address that a caller sends; give the number of/],
    [{ TRUST_PROXY: 'maybe' }, /^TRUST_PROXY: must be the number of proxies in front/],
    [{ TRUST_PROXY: '11' }, /^TRUST_PROXY: /],
    [{ TRUST_PROXY: '-1' }, /^TRUST_PROXY: /],
    [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY: /],
    [{ TRUST_PROXY: '10.0.0.0/8,' }, /^TRUST_PROXY: /],
    [{ TRUST_PROXY: 'proxy.example.com' }, /^TRUST_PROXY: /],
    [{ MTLS_CERTIFICATE_HEADER: 'client-cert' }, /^MTLS_CERTIFICATE_HEADER: needs the networks of the proxies/],
    [{ MTLS_CERTIFICATE_HEADER: 'client-cert', TRUST_PROXY: '1' }, /^MTLS_CERTIFICATE_HEADER: needs the networks/],
    [
      { MTLS_CERTIFICATE_HEADER: 'Authorization', TRUST_PROXY: '10.0.0.1' },
      /^MTLS_CERTIFICATE_HEADER: must be a header/,
    ],
    [{ MTLS_ENDPOINT: 'https://mtls.example.com' }, /^MTLS_ENDPOINT: needs MTLS_CERTIFICATE_HEADER or MTLS_PORT/],
    [{ MTLS_PORT: '8443' }, /^MTLS_PORT: needs TLS_PORT/],
    [{ MTLS_CA_FILE: '/does/not/exist.pem' }, /^MTLS_CA_FILE: cannot be read/],
    [
      { MTLS_CERTIFICATE_HEADER: 'client-cert', TRUST_PROXY: '10.0.0.1', MTLS_ENDPOINT: 'https://*.example.com' },
      /^MTLS_ENDPOINT: \* is for the cloud edition only/,
    ],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: /],
    [{ EGRESS_ALLOWED_HOSTS: 'https://a.example' }, /^EGRESS_ALLOWED_HOSTS: must be host names/],
    [{ EGRESS_ALLOWED_HOSTS: 'a.example, *' }, /^EGRESS_ALLOWED_HOSTS: must be host names/],
    [{ CLAMAV_ADDRESS: 'clamav' }, /^CLAMAV_ADDRESS: must be host:port/],
    [{ CLAMAV_ADDRESS: 'clamav:99999' }, /^CLAMAV_ADDRESS: must be host:port/],
    [{ METRICS_TOKEN: 'short' }, /^METRICS_TOKEN: must have 16 characters or more$/],
    [{ STORAGE: 'tape' }, /^STORAGE: /],
    [{ STORAGE: 's3' }, /^STORAGE: s3 needs S3_BUCKET/],
    [{ STORAGE: 's3', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'a' }, /^STORAGE: s3 needs/],
  ])('%j', (environment, message) => {
    const read = () => readConfig(environment);
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
    expect(read).not.toThrow(/\n/);
  });
});

test('does not print a password of an invalid value', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://me:canary@localhost/x' })).not.toThrow(/canary/);
  expect(() => readConfig({ ENDPOINT: 'https://me:canary@localhost' })).not.toThrow(/canary/);
});

test('accepts true, false, 1 and 0 as flags', () => {
  expect(readConfig({ FORBID_DOWNGRADE_OVER_QUOTA: 'true', ALLOW_PRIVATE_EGRESS: '1' })).toMatchObject({
    forbidDowngradeOverQuota: true,
    allowPrivateEgress: true,
  });
  expect(readConfig({ FORBID_DOWNGRADE_OVER_QUOTA: 'false', ALLOW_PRIVATE_EGRESS: '0' })).toMatchObject({
    forbidDowngradeOverQuota: false,
    allowPrivateEgress: false,
  });
});

test.each([
  ['false', false],
  ['0', false],
  ['1', 1],
  ['2', 2],
  ['10.0.0.0/8, 192.0.2.7, fd00::/8', ['10.0.0.0/8', '192.0.2.7', 'fd00::/8']],
])('TRUST_PROXY=%s sets the trusted proxies', (given, expected) => {
  expect(readConfig({ TRUST_PROXY: given }).trustProxy).toEqual(expected);
});

test('usernames are case-sensitive by default', () => {
  expect(readConfig({}).caseSensitiveUsername).toBe(true);
  expect(readConfig({ CASE_SENSITIVE_USERNAME: 'true' }).caseSensitiveUsername).toBe(true);
  expect(readConfig({ CASE_SENSITIVE_USERNAME: 'false' }).caseSensitiveUsername).toBe(false);
  expect(() => readConfig({ CASE_SENSITIVE_USERNAME: 'no' })).toThrow(
    /^CASE_SENSITIVE_USERNAME: .*"true".*\(got "no"\)$/,
  );
});

test('splits default role names at commas and removes duplicates', () => {
  expect(readConfig({}).userDefaultRoleNames).toEqual([]);
  expect(readConfig({ USER_DEFAULT_ROLE_NAMES: ' Member, Guest of honour,,Member ' }).userDefaultRoleNames).toEqual([
    'Member',
    'Guest of honour',
  ]);
});

test('accepts port 0 for both ports', () => {
  expect(readConfig({ PORT: '0', ADMIN_PORT: '0' })).toMatchObject({ port: 0, adminPort: 0 });
});

test('S3 requires a bucket and a key; the rest has defaults', () => {
  const keys = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 's' };
  expect(readConfig({ STORAGE: 's3', S3_BUCKET: 'b', ...keys }).storage).toEqual({
    kind: 's3',
    endpoint: 'https://s3.us-east-1.amazonaws.com',
    region: 'us-east-1',
    bucket: 'b',
    accessKeyId: 'a',
    secretAccessKey: 's',
    publicUrl: 'https://s3.us-east-1.amazonaws.com/b',
  });
});

test('gives every process a unique node id', () => {
  expect(readConfig({}).nodeId).not.toBe(readConfig({}).nodeId);
});

describe('payments', () => {
  test('use a sandbox, which production must enable explicitly', () => {
    expect(readConfig({ EDITION: 'cloud' }).payments).toEqual({ provider: 'local' });
    expect(readConfig({ NODE_ENV: 'production' }).payments).toEqual({ provider: 'none' });
    expect(readConfig({ NODE_ENV: 'production', PAYMENT_SANDBOX: 'true' }).payments).toEqual({ provider: 'local' });
  });

  test('use Stripe when both secrets are set, and errors do not print them', () => {
    const secrets = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_y' };
    expect(readConfig({ PAYMENT_PROVIDER: 'stripe', ...secrets }).payments).toEqual({
      provider: 'stripe',
      secretKey: 'sk_live_x',
      webhookSecret: 'whsec_y',
      apiUrl: undefined,
    });
    const elsewhere = { PAYMENT_PROVIDER: 'stripe', ...secrets, STRIPE_API_URL: 'http://localhost:12111' };
    expect(readConfig(elsewhere).payments).toMatchObject({ apiUrl: 'http://localhost:12111' });
    expect(() => readConfig({ PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_live_x' })).toThrow(
      /^PAYMENT_PROVIDER: stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET$/,
    );
    expect(() => readConfig({ PAYMENT_PROVIDER: 'paypal' })).toThrow(/^PAYMENT_PROVIDER:/);
  });

  test('allow a downgrade to the free plan unless the operator forbids it', () => {
    expect(readConfig({}).forbidDowngradeOverQuota).toBe(false);
    expect(readConfig({ FORBID_DOWNGRADE_OVER_QUOTA: 'true' }).forbidDowngradeOverQuota).toBe(true);
  });
});

describe('console providers', () => {
  const google = { ADMIN_GOOGLE_CLIENT_ID: 'id', ADMIN_GOOGLE_CLIENT_SECRET: 'secret' };

  test('are read from the environment in the cloud edition', () => {
    expect(readConfig({ EDITION: 'cloud' }).consoleProviders).toEqual({});
    expect(readConfig({ EDITION: 'cloud', ...google }).consoleProviders).toEqual({
      google: { clientId: 'id', clientSecret: 'secret' },
    });
  });

  test('require an id, a secret and the cloud edition', () => {
    expect(() => readConfig({ EDITION: 'cloud', ADMIN_GITHUB_CLIENT_ID: 'id' })).toThrow(
      /^ADMIN_GITHUB_CLIENT_ID: needs ADMIN_GITHUB_CLIENT_SECRET/,
    );
    expect(() => readConfig(google)).toThrow(/^ADMIN_GOOGLE_CLIENT_ID: is for the cloud edition only$/);
  });
});

describe('traces', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };

  test('are off without a collector, and when they are turned off', () => {
    expect(readConfig({}).tracing).toBeUndefined();
    expect(readConfig({ OTEL_SERVICE_NAME: 'x' }).tracing).toBeUndefined();
    expect(readConfig({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).tracing).toBeUndefined();
    expect(readConfig({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBeUndefined();
  });

  test('follow the variables of OpenTelemetry', () => {
    expect(
      readConfig({
        ...endpoint,
        OTEL_EXPORTER_OTLP_HEADERS: 'a=1, b=x%20y',
        OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,region=eu',
        OTEL_TRACES_SAMPLER: 'traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      }).tracing,
    ).toEqual({
      url: 'http://127.0.0.1:4318/v1/traces',
      headers: { a: '1', b: 'x y' },
      timeoutMs: 10_000,
      resource: { 'service.name': 'other', region: 'eu' },
      isParentBased: false,
      ratio: 0.25,
    });
    const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in', OTEL_TRACES_SAMPLER: 'always_off' };
    expect(readConfig({ ...endpoint, ...own }).tracing).toMatchObject({ url: 'https://traces.example/in', ratio: 0 });
  });

  test.each([
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL: must be http/json'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, 'OTEL_EXPORTER_OTLP_ENDPOINT: must be the http(s) address'],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG: '],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a b=1' }, 'OTEL_EXPORTER_OTLP_HEADERS: '],
  ])('rejects %j', (environment, message) => {
    expect(() => readConfig({ ...endpoint, ...environment })).toThrow(message);
  });

  test('never print the headers, which may contain a key', () => {
    expect(() => readConfig({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'canary' })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('canary') }),
    );
  });
});
