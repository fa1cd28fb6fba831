import { Resolver } from 'node:dns';
import { isIP } from 'node:net';
import { z } from 'zod';

/** Placeholder for the tenant id while a pattern is parsed as a URL. */
const anyTenant = 'postern-any-tenant';

/** An origin as browsers send it. In the cloud edition it may contain `*` in place of the tenant id. */
export const endpointPattern = z.string().transform((value, context) => {
  const example = value.replace('*', anyTenant);
  const url = URL.canParse(example) ? new URL(example) : undefined;
  const isOrigin =
    url !== undefined &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.href === `${url.origin}/` &&
    !/[?#]/.test(value);
  if (!url || !isOrigin || url.host.includes('*')) {
    context.addIssue({ code: 'custom', message: 'must be an http(s) origin such as https://auth.example.com' });
    return z.NEVER;
  }
  return url.origin.replace(anyTenant, '*');
});

/** Letters that browsers, proxies and cookies all leave as they are. */
const plainPath = /^(?:\/[\w.~-]+)*$/;

/** Like `endpointPattern`, but with a path if the product shares its host with others: `https://example.com/auth`. */
export const endpointWithPath = z.string().transform((value, context) => {
  const [, origin = value, path = ''] = /^(https?:\/\/[^/?#]+)(\/.*)?$/i.exec(value) ?? [];
  const parsed = endpointPattern.safeParse(origin).data;
  const prefix = path.replace(/\/$/, '');
  // The URL parser resolves `.` and `..`, so a path with them differs afterwards.
  if (parsed === undefined || !plainPath.test(prefix) || new URL(`http://host${prefix}`).pathname !== (prefix || '/')) {
    context.addIssue({
      code: 'custom',
      message:
        'must be an http(s) address such as https://auth.example.com or https://example.com/auth, with letters, digits, - . _ ~ between single slashes',
    });
    return z.NEVER;
  }
  return parsed + prefix;
});

const pathStart = (endpoint: string): number => endpoint.indexOf('/', 'https://'.length);

/** `https://example.com` of `https://example.com/auth`: what browsers send as the origin. */
export function originOf(endpoint: string): string {
  const start = pathStart(endpoint);
  return start < 0 ? endpoint : endpoint.slice(0, start);
}

/** `/auth` of `https://example.com/auth`; empty without a path. */
export function prefixOf(endpoint: string): string {
  const start = pathStart(endpoint);
  return start < 0 ? '' : endpoint.slice(start);
}

/** Whether a URL is the endpoint itself or below it. Others on the same host do not count. */
export function isBelow(endpoint: string, address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.origin === originOf(endpoint) && `${url.pathname}/`.startsWith(`${prefixOf(endpoint)}/`);
}

export const databaseUrl = z
  .string()
  .refine((value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value), 'must be a postgres:// URL');

function isNetwork(value: string): boolean {
  const [address = '', prefix, ...rest] = value.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  return bits !== undefined && rest.length === 0 && (prefix === undefined || (/^\d+$/.test(prefix) && +prefix <= bits));
}

/** DNS servers, separated by commas, as node:dns accepts them. */
export const resolverList = z.string().transform((value, context): string[] => {
  const servers = value.split(',').map((server) => server.trim());
  try {
    new Resolver().setServers(servers);
    return servers;
  } catch {
    // The error of node:dns names only the first invalid part, and not how to correct it.
    context.addIssue({
      code: 'custom',
      message: 'must be IP addresses of DNS servers, such as 10.0.0.2 or 10.0.0.2:53',
    });
    return z.NEVER;
  }
});

/** Host names separated by commas; `*.example.com` is every name below example.com. */
export const hostList = z
  .string()
  .transform((value) => value.split(',').map((name) => name.trim().toLowerCase()))
  .refine(
    (names) => names.every((name) => isIP(name) !== 0 || /^(\*\.)?[\da-z_-]+(\.[\da-z_-]+)*$/.test(name)),
    'must be host names separated by commas, such as hooks.example.com, *.example.org',
  );

const maxProxies = 10;

/** Never trusts all hops: clients can add headers, so they could choose their own IP address. */
export const trustedProxies = z.string().transform((value, context): number | string[] | false => {
  const given = value.trim();
  if (given === 'false' || given === '0') {
    return false;
  }
  if (/^\d+$/.test(given) && Number(given) <= maxProxies) {
    return Number(given);
  }
  const networks = given.split(',').map((network) => network.trim());
  if (networks.every(isNetwork)) {
    return networks;
  }
  context.addIssue({
    code: 'custom',
    message:
      given === 'true'
        ? 'true would believe any address that a caller sends; give the number of proxies, such as 1, or their networks, such as 10.0.0.0/8'
        : `must be the number of proxies in front (1 to ${maxProxies}), their networks separated by commas, such as 10.0.0.0/8, or false`,
  });
  return z.NEVER;
});
