import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookieKeysOf } from '#features/access/oidc';
import type { SignIn } from '#features/sign-in/interaction';
import { phoneKey } from '#platform/db/fold-identifiers';
import { usernameFoldingOf } from '#platform/tenancy/fold-usernames';

/**
 * A browser in which a user has signed in before has its own counter of wrong guesses. So others cannot lock users out
 * of their devices, and a stolen cookie only allows a few guesses.
 */
type Device = { id: string; people: string[] };

/** A person counts several times: by their id, and by each identifier that they use. */
const maxPeople = 16;
const days = 180;

const cookieName = (tenantId: string) => `postern_${tenantId}_device`;
const identifierHash = (identifier: string) =>
  createHash('sha256').update(phoneKey(identifier)).digest('base64url').slice(0, 16);
const personHash = (userId: string) => identifierHash(`user ${userId}`);
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
  const fold = await usernameFoldingOf(signIn.app, signIn.tenantId);
  const target = fold(identifier);
  const { ip: address } = signIn.request;
  return { target, address, ...(device?.people.includes(identifierHash(target)) ? { device: device.id } : {}) };
}

type Person = { userId: string; identifiers: string[] };

async function hashesOf({ app, tenantId }: SignIn, { userId, identifiers }: Person): Promise<string[]> {
  const fold = await usernameFoldingOf(app, tenantId);
  return [personHash(userId), ...identifiers.map((identifier) => identifierHash(fold(identifier)))];
}

/** What is stored about a device: the id in the cookie cannot be computed from it. */
const digestOf = (tenantId: string, id: string) =>
  createHash('sha256').update(`device ${tenantId} ${id}`).digest('base64url');

/** The digest of this browser if the person has signed in with it before. */
export async function findKnownDevice(signIn: SignIn, person: Person): Promise<string | undefined> {
  const device = await findDevice(signIn);
  const isKnown = device && (await hashesOf(signIn, person)).some((hash) => device.people.includes(hash));
  return isKnown ? digestOf(signIn.tenantId, device.id) : undefined;
}

export function setCookie({ app, tenantId, reply }: SignIn, name: string, value: string, seconds: number): void {
  const secure = app.endpointOf(tenantId).startsWith('https:') ? '; Secure' : '';
  reply.header('set-cookie', `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`);
}

export type ChosenDevice = Device & { digest: string };

/** The device of this browser. It is new if there is none, or if its owner has reported it. */
export async function chooseDevice(signIn: SignIn, isReported = false): Promise<ChosenDevice> {
  const known = isReported ? undefined : await findDevice(signIn);
  const device = known ?? { id: randomBytes(12).toString('base64url'), people: [] };
  return { ...device, digest: digestOf(signIn.tenantId, device.id) };
}

/** Remembers that a user signed in with these identifiers in this browser. */
export async function rememberDevice(signIn: SignIn, person: Person, device: ChosenDevice): Promise<void> {
  const { app, tenantId } = signIn;
  const people = await hashesOf(signIn, person);
  const [key] = await cookieKeysOf(app, tenantId);
  if (key && !people.every((hash) => device.people.includes(hash))) {
    const all = [...new Set([...people, ...device.people])].slice(0, maxPeople);
    const text = [device.id, ...all].join('.');
    setCookie(signIn, cookieName(tenantId), `${text}~${sign(key, text)}`, days * 86_400);
  }
}
