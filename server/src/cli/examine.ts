import { type ArrivedRequest, doctorCookie } from '@postern/contracts/operations/doctor';
import { metadataOf } from '#platform/config/share-port';
import { originOf, prefixOf } from '#platform/tenancy/addresses';

export type Finding = {
  check: string;
  result: 'ok' | 'warning' | 'failed' | 'skipped';
  detail: string;
  advice?: string;
};

type Found = Omit<Finding, 'check'>;

/** One address as browsers see it, without or with a path, and what this installation expects there. */
export type Patient = {
  label: string;
  origin: string;
  token: string | undefined;
  version: string;
  isProduction: boolean;
  trustProxy: boolean;
};

const timeoutMs = 10_000;
/** From a range for documentation (RFC 5737), so that it is nobody's address. */
const inventedAddress = '203.0.113.77';
const maxDriftMs = 30_000;

const ok = (detail: string): Found => ({ result: 'ok', detail });
const failed = (detail: string, advice: string): Found => ({ result: 'failed', detail, advice });
const warning = (detail: string, advice: string): Found => ({ result: 'warning', detail, advice });
const skipped = (detail: string): Found => ({ result: 'skipped', detail });

const causes: Record<string, string> = {
  ENOTFOUND: 'Create the DNS record of this host, or correct the address in the settings.',
  EAI_AGAIN: 'The DNS server of this machine does not respond.',
  ECONNREFUSED: 'Start the server and the proxy before it, or correct the port.',
  ETIMEDOUT: 'A firewall blocks the connection, or the proxy cannot reach the server.',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'Browsers refuse this certificate. Use one of a public authority, or run with NODE_EXTRA_CA_CERTS.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'Browsers refuse this certificate. Use one of a public authority, or run with NODE_EXTRA_CA_CERTS.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The proxy does not send the intermediate certificate. Configure the full chain.',
  CERT_HAS_EXPIRED: 'Renew the certificate of the proxy.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the proxy is for another host.',
};

/** A refused or broken connection in words. */
export function explainFailure(error: unknown): Found {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  const code = name === 'TimeoutError' ? 'ETIMEDOUT' : (cause?.code ?? '');
  const advice = causes[code] ?? 'Check the address, the proxy and the network between here and there.';
  return failed(`no connection (${code || cause?.message || message})`, advice);
}

const ask = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });

async function reach(origin: string): Promise<Found> {
  const started = performance.now();
  const response = await ask(`${origin}/healthz`);
  if (response.status === 204) {
    return ok(`answers in ${Math.round(performance.now() - started)} ms`);
  }
  const to = response.headers.get('location');
  return failed(
    `/healthz answers ${response.status}${to ? ` and redirects to ${to}` : ''} instead of 204`,
    prefixOf(origin) === ''
      ? 'Something else than Postern answers. The proxy must forward all paths unchanged, without redirects of its own.'
      : `Something else than Postern answers. The proxy must forward all paths below ${prefixOf(origin)}/ to this server, without redirects of its own.`,
  );
}

async function readIssuer(origin: string): Promise<Found> {
  const response = await ask(`${origin}/oidc/.well-known/openid-configuration`);
  const text = await response.text();
  const issuer = response.ok && text.startsWith('{') ? String(JSON.parse(text).issuer) : undefined;
  if (issuer === `${origin}/oidc`) {
    return ok(issuer);
  }
  return failed(
    issuer ? `the issuer is ${issuer} instead of ${origin}/oidc` : `discovery answers ${response.status}`,
    'ENDPOINT and ADMIN_ENDPOINT of the server must be the addresses that browsers use, on every node.',
  );
}

/** Some clients of OAuth look for the metadata of an issuer with a path at the root of the host (RFC 8414 §3.1). */
async function readMetadata(origin: string): Promise<Found> {
  const path = metadataOf(prefixOf(origin));
  const response = await ask(`${originOf(origin)}${path}`);
  const text = await response.text();
  return response.ok && text.startsWith('{') && JSON.parse(text).issuer === `${origin}/oidc`
    ? ok(path)
    : warning(
        `${path} answers ${response.status}`,
        `The proxy should forward it to this server. Some clients look there instead of below ${prefixOf(origin)}/oidc.`,
      );
}

type Arrival = { arrived: ArrivedRequest; setCookie: string; isHeaderKept: boolean };

async function arrive(origin: string, token: string, headers: Record<string, string> = {}): Promise<Arrival | Found> {
  let response = await ask(`${origin}/api/doctor`, { authorization: `Bearer ${token}`, ...headers });
  const isHeaderKept = response.status !== 401;
  if (!isHeaderKept) {
    response = await ask(`${origin}/api/doctor?token=${encodeURIComponent(token)}`, headers);
  }
  if (response.status === 401) {
    return failed(
      'the server does not know the key of this installation',
      'Run the command with the same SECRET_VAULT_KEK or DATA_DIR as the server, and compare the clocks of both machines.',
    );
  }
  if (!response.ok) {
    return failed(`/api/doctor answers ${response.status}`, 'The proxy must forward /api unchanged to the server.');
  }
  return {
    arrived: (await response.json()) as ArrivedRequest,
    setCookie: response.headers.getSetCookie().find((line) => line.includes(doctorCookie)) ?? '',
    isHeaderKept,
  };
}

export function judgeProtocol(patient: Pick<Patient, 'origin' | 'isProduction'>, { protocol }: ArrivedRequest): Found {
  const { protocol: wanted, hostname } = new URL(patient.origin);
  if (`${protocol}:` !== wanted) {
    return failed(
      `browsers use ${wanted.slice(0, -1)}, the server sees ${protocol}`,
      wanted === 'https:'
        ? 'The proxy must send X-Forwarded-Proto: https, and TRUST_PROXY must name the proxy.'
        : 'The proxy says that it received https. Set the endpoints to https.',
    );
  }
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1';
  return wanted === 'http:' && !isLocal
    ? failed('passwords travel unencrypted', 'Put a proxy with TLS before the server, and set the endpoints to https.')
    : ok(protocol);
}

export function judgeHost(origin: string, { host }: ArrivedRequest): Found {
  const wanted = new URL(origin).host;
  return host === wanted
    ? ok(host)
    : failed(
        `browsers use ${wanted}, the server sees ${host}`,
        'The proxy must keep the Host header, or send X-Forwarded-Host and be named by TRUST_PROXY.',
      );
}

export function judgeAddress(trustProxy: boolean, plain: ArrivedRequest, invented: ArrivedRequest): Found {
  if (invented.ip === inventedAddress) {
    return failed(
      'the server believes any X-Forwarded-For that a caller sends',
      'TRUST_PROXY counts more proxies than there are, or the port can be reached without them. Anyone can avoid limits by address.',
    );
  }
  return plain.isForwarded && !trustProxy
    ? failed(
        `a proxy forwards requests, but everybody has its address ${plain.ip}`,
        'Set TRUST_PROXY, usually to 1. Otherwise limits by address lock out everybody at once.',
      )
    : ok(`your requests come from ${plain.ip}`);
}

export function judgeCookie(origin: string, setCookie: string, returned: string | null): Found {
  const attributes = setCookie.toLowerCase().split(/; */);
  const wanted = ['httponly', 'samesite=lax', ...(origin.startsWith('https:') ? ['secure'] : [])];
  const missing = wanted.filter((attribute) => !attributes.includes(attribute));
  const sent = /^[^=]+=([^;]*)/.exec(setCookie)?.[1];
  if (setCookie === '' || sent !== returned) {
    return failed(
      setCookie === '' ? 'the cookie of the server does not arrive' : 'the cookie does not come back to the server',
      'The proxy must forward Cookie and Set-Cookie unchanged. Nobody can sign in without them.',
    );
  }
  if (missing.length > 0) {
    return failed(`the proxy removes ${missing.join(', ')}`, 'The proxy must forward Set-Cookie unchanged.');
  }
  if (attributes.some((attribute) => attribute.startsWith('domain='))) {
    return failed('the proxy adds a domain to a cookie', 'The proxy must not change cookies. Browsers refuse these.');
  }
  // The path of such a cookie is in its name.
  const path = setCookie.startsWith('__Host-') ? '/' : `${prefixOf(origin)}/api/doctor`;
  return setCookie.split(/; */).includes(`Path=${path}`)
    ? ok('arrive and come back unchanged')
    : failed(
        `the proxy changes the path of a cookie for ${path}`,
        'The proxy must not rewrite the paths of cookies. Nobody can sign in without them.',
      );
}

export function judgeClock(serverNow: number, ownNow: number): Found {
  const seconds = Math.round((serverNow - ownNow) / 1000);
  return Math.abs(seconds) * 1000 > maxDriftMs
    ? failed(
        `the clock of the server is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} this machine`,
        'Synchronize the clocks (NTP). Tokens and codes are refused when clocks differ.',
      )
    : ok(`within ${Math.max(1, Math.abs(seconds))} s of this machine`);
}

async function readStream(origin: string, token: string): Promise<Found> {
  const response = await ask(`${origin}/api/doctor/stream?token=${encodeURIComponent(token)}`);
  let firstAt = 0;
  for await (const _ of response.body ?? []) {
    firstAt ||= performance.now();
  }
  const gap = performance.now() - firstAt;
  return response.ok && gap > 300
    ? ok('arrive at once')
    : warning(
        'the proxy collects responses before it forwards them',
        'Turn buffering off for text/event-stream, so that lists in the console update by themselves.',
      );
}

/** Examines one address from outside. Later checks are skipped when an earlier one makes them pointless. */
export async function examine(patient: Patient): Promise<Finding[]> {
  const { label, origin, token, trustProxy, version } = patient;
  const findings: Finding[] = [];
  const note = (check: string, found: Found) => findings.push({ check: `${label}: ${check}`, ...found });
  const attempt = (work: () => Promise<Found>) => work().catch(explainFailure);

  const reached = await attempt(() => reach(origin));
  note('reachable', reached);
  if (reached.result === 'failed') {
    return findings;
  }
  note('issuer', await attempt(() => readIssuer(origin)));
  if (prefixOf(origin) !== '') {
    note('metadata', await attempt(() => readMetadata(origin)));
  }
  if (token === undefined) {
    note('proxy', skipped('needs the key of the vault'));
    return findings;
  }
  try {
    const plain = await arrive(origin, token);
    if (!('arrived' in plain)) {
      note('proxy', plain);
      return findings;
    }
    const cookie = plain.setCookie.split(';')[0] ?? '';
    const second = await arrive(origin, token, { cookie, 'x-forwarded-for': inventedAddress });
    if (!('arrived' in second)) {
      note('proxy', second);
      return findings;
    }
    note(
      'tokens',
      plain.isHeaderKept
        ? ok('the header Authorization arrives')
        : failed(
            'the proxy removes the header Authorization',
            'The proxy must forward it. No API call works without it.',
          ),
    );
    note('protocol', judgeProtocol(patient, plain.arrived));
    note('host', judgeHost(origin, plain.arrived));
    note('client address', judgeAddress(trustProxy, plain.arrived, second.arrived));
    note('cookies', judgeCookie(origin, plain.setCookie, second.arrived.cookie));
    note('clock', judgeClock(second.arrived.now, Date.now()));
    note('event streams', await attempt(() => readStream(origin, token)));
    note(
      'version',
      plain.arrived.version === version
        ? ok(version)
        : warning(
            `the server is ${plain.arrived.version}, this command ${version}`,
            'Restart the server after an upgrade.',
          ),
    );
  } catch (error) {
    note('proxy', explainFailure(error));
  }
  return findings;
}

/** Whether an address outside answers, and whether its clock agrees. Any status counts as an answer. */
export async function examineOutside(
  name: string,
  url: string,
  call: (url: string) => Promise<{ headers: { get(name: string): string | null } }>,
): Promise<Finding> {
  try {
    const { headers } = await call(url);
    const date = Date.parse(headers.get('date') ?? '');
    const drift = Number.isNaN(date) ? 0 : Math.abs(date - Date.now());
    return {
      check: `outgoing: ${name}`,
      ...(drift > maxDriftMs
        ? failed(
            `the clock of this machine differs by ${Math.round(drift / 1000)} s from that of ${new URL(url).host}`,
            'Synchronize the clock (NTP).',
          )
        : ok(`${new URL(url).host} answers`)),
    };
  } catch (error) {
    return {
      check: `outgoing: ${name}`,
      ...failed(
        `${new URL(url).host} cannot be reached (${(error as Error).message})`,
        'Allow this connection in the firewall. For an address in your own network set ALLOW_PRIVATE_EGRESS=true.',
      ),
    };
  }
}
