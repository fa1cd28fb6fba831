import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import type { App } from '#platform/app';
import type { Actor } from '#platform/http/caller';
import { type ClientSettings, clientLookup, settingsKey, settingsOf } from '../clients/clients.ts';
import { insertKey, listKeys, lockKeys } from '../keys/keys.store.ts';
import { newKey } from '../keys/rotate-keys.ts';
import { keySealer } from '../keys/seal-keys.ts';

type Secret = { secret: string };

/**
 * The secret of a tenant's pairwise subjects. It is never rotated: people would become strangers to their applications. The
 * first use creates it.
 */
const secretOf = (app: App, tenantId: string): Promise<string> =>
  app.cache.get(tenantId, 'oidc-subject-secret', async () => {
    const sealer = keySealer(app, tenantId);
    const find = async (db: Parameters<typeof listKeys>[0]) =>
      // Keys of this kind are secrets.
      (await listKeys(db, sealer)).find(({ kind }) => kind === 'subject')?.value as Secret | undefined;
    const known = await app.tenancy.read(tenantId, find);
    if (known) {
      return known.secret;
    }
    return app.tenancy.write(tenantId, async (db) => {
      await lockKeys(db, 'subject');
      // Another node may have been first.
      const other = await find(db);
      if (other) {
        return other.secret;
      }
      const key = await newKey('subject');
      await insertKey(db, sealer, key, 0);
      return (key.value as Secret).secret;
    });
  });

const markLength = 16;

/** Two keys for each sector, so that subjects of different sectors have nothing in common. */
function keysOf(secret: string, sector: string) {
  const derive = (use: string) => createHmac('sha256', secret).update(`pairwise ${use} ${sector}`).digest();
  return { marking: derive('mark'), hiding: derive('hide') };
}

const markOf = (key: Buffer, userId: string) =>
  createHmac('sha256', key).update(userId).digest().subarray(0, markLength);

/** The stream is the same in both directions. */
function hide(key: Buffer, mark: Buffer, bytes: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-ctr', key, mark);
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

/**
 * The subject of a person in a sector: the ID, encrypted, with a mark of the ID as the initial value (as in RFC 5297). It
 * is always the same, and only this server can read the ID from it, which token exchange needs.
 */
export function sealSubject(secret: string, sector: string, userId: string): string {
  const { marking, hiding } = keysOf(secret, sector);
  const mark = markOf(marking, userId);
  return Buffer.concat([mark, hide(hiding, mark, Buffer.from(userId))]).toString('base64url');
}

/** Undefined if it is not a subject of the sector. */
export function openSubject(secret: string, sector: string, subject: string): string | undefined {
  const bytes = Buffer.from(subject, 'base64url');
  if (bytes.length <= markLength || bytes.toString('base64url') !== subject) {
    return undefined;
  }
  const { marking, hiding } = keysOf(secret, sector);
  const mark = bytes.subarray(0, markLength);
  const userId = hide(hiding, mark, bytes.subarray(markLength)).toString();
  return timingSafeEqual(markOf(marking, userId), mark) ? userId : undefined;
}

/** What the application knows a person as. */
export async function subjectFor(app: App, tenantId: string, client: Client, userId: string): Promise<string> {
  const { sector } = settingsOf(client);
  return sector === undefined ? userId : sealSubject(await secretOf(app, tenantId), sector, userId);
}

/** The user whom an application names; subjects from before it became pairwise are IDs. */
async function userOf(app: App, tenantId: string, sector: string | undefined, subject: string): Promise<string> {
  return sector === undefined ? subject : (openSubject(await secretOf(app, tenantId), sector, subject) ?? subject);
}

export const userNamedBy = (app: App, tenantId: string, client: Client, subject: string): Promise<string> =>
  userOf(app, tenantId, settingsOf(client).sector, subject);

async function mapActor(actor: Actor, change: (sub: string) => Promise<string>): Promise<Actor> {
  return { sub: await change(actor.sub), ...(actor.act ? { act: await mapActor(actor.act, change) } : {}) };
}

type Named = { subject: string; actor?: Actor };

async function sectorOfClient(app: App, tenantId: string, clientId: string): Promise<string | undefined> {
  const client = await clientLookup(app, tenantId)(clientId);
  // Written by `toMetadata` only.
  return (client?.[settingsKey] as ClientSettings | undefined)?.sector;
}

/** An answer about a user to an application of the tenant, with the subject instead of their ID. */
export async function hideUser<T>(
  app: App,
  tenantId: string,
  { clientId, subject: userId }: { clientId: string; subject: string },
  answer: T,
): Promise<T> {
  const sector = await sectorOfClient(app, tenantId, clientId);
  if (sector === undefined) {
    return answer;
  }
  const subject = sealSubject(await secretOf(app, tenantId), sector, userId);
  return JSON.parse(JSON.stringify(answer), (_name, value) => (value === userId ? subject : value)) as T;
}

/** The people of a token, as this server knows them. */
export async function withUsers<T extends Named & { clientId: string }>(
  app: App,
  tenantId: string,
  token: T,
): Promise<T> {
  const { subject, clientId, actor } = token;
  // A machine.
  if (subject === clientId) {
    return token;
  }
  const sector = await sectorOfClient(app, tenantId, clientId);
  if (sector === undefined) {
    return token;
  }
  const open = (sub: string) => userOf(app, tenantId, sector, sub);
  return { ...token, subject: await open(subject), ...(actor ? { actor: await mapActor(actor, open) } : {}) };
}

type TokenPayload = { act?: Actor };

/**
 * Completes the claims of a JWT, whose subject the engine has set. The actors of an exchange are people too. Tokens for our
 * own API have the subject as well: every application may ask for one, and read it.
 */
export async function nameUsers(
  app: App,
  tenantId: string,
  { client }: { client?: Client },
  payload: TokenPayload,
): Promise<void> {
  if (client && settingsOf(client).sector !== undefined && payload.act) {
    payload.act = await mapActor(payload.act, (sub) => subjectFor(app, tenantId, client, sub));
  }
}

/** The same for the actors of an opaque token that its application introspects. */
export const hideActors =
  (app: App, tenantId: string) => async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next();
    const { body } = ctx;
    const client = ctx.oidc?.route === 'introspection' ? ctx.oidc.client : undefined;
    if (client && typeof body === 'object' && body !== null && 'act' in body) {
      await nameUsers(app, tenantId, { client }, body as TokenPayload);
    }
  };
