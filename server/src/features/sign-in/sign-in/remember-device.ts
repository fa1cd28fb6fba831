import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieKeysOf } from '#features/access/oidc';
import { foldUsername, phoneKey } from '#platform/fold-identifiers';
import type { SignIn } from './interaction.ts';

/**
 * A browser in which a user has signed in before has its own counter of wrong guesses. So others cannot lock users out
 * of their devices, and a stolen cookie only allows a few guesses.
 */
type Device = { id: string; people: string[] };

const maxPeople = 8;
const days = 180;

const cookieName = (tenantId: string) => `postern_${tenantId}_device`;
const identifierHash = (identifier: string) =>
  createHash('sha256').update(phoneKey(identifier)).digest('base64url').slice(0, 16);
const sign = (key: string, text: string) => createHmac('sha256', key).update(`device ${text}`).digest('base64url');

function isSigned(text: string, signature: string, keys: string[]): boolean {
  const given = Buffer.from(signature);
  return keys.some((key) => {
    const right = Buffer.from(sign(key, text));
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

export function readCookie(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(/;\s*/).find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

async function findDevice({ app, tenantId, request }: SignIn): Promise<Device | undefined> {
  const value = readCookie(request.headers.cookie, cookieName(tenantId));
  const [text = '', signature = ''] = value?.split('~') ?? [];
  if (!/^[\w.-]{1,400}$/.test(text) || !isSigned(text, signature, await cookieKeysOf(app, tenantId))) {
    return undefined;
  }
  const [id = '', ...people] = text.split('.');
  return { id, people };
}

/** What wrong guesses are counted for. */
export async function guessTarget(
  signIn: SignIn,
  identifier: string,
): Promise<{ target: string; device?: string; address: string }> {
  const device = await findDevice(signIn);
  // Otherwise each spelling of a username would have its own attempts. Addresses are already lower case.
  const target = foldUsername(signIn.app.config, identifier);
  const { ip: address } = signIn.request;
  return { target, address, ...(device?.people.includes(identifierHash(target)) ? { device: device.id } : {}) };
}

/** Remembers that a user signed in with these identifiers in this browser. */
export async function rememberDevice(signIn: SignIn, identifiers: string[]): Promise<void> {
  const { app, tenantId, reply } = signIn;
  const known = await findDevice(signIn);
  const people = identifiers.map((identifier) => identifierHash(foldUsername(app.config, identifier)));
  const [key] = await cookieKeysOf(app, tenantId);
  if (people.length === 0 || !key || people.every((person) => known?.people.includes(person))) {
    return;
  }
  const all = [...new Set([...people, ...(known?.people ?? [])])].slice(0, maxPeople);
  const text = [known?.id ?? randomBytes(12).toString('base64url'), ...all].join('.');
  const secure = app.endpointOf(tenantId).startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${cookieName(tenantId)}=${text}~${sign(key, text)}; Path=/; Max-Age=${days * 86_400}; HttpOnly; SameSite=Lax${secure}`,
  );
}
