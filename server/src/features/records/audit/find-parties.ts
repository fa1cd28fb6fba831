import { type LogPayload, logActorKinds, logReferences } from '@postern/contracts/records/audit';
import type { OutboxEvent } from '#platform/jobs/outbox';
import { messageLogFamily } from './place-on-timeline.ts';

/** The id of the actor of entries that nobody caused, such as those of jobs. */
const systemActor = 'system';

/** The actor of changes on the command line. */
const commandLineActor = 'operator';

/** The columns by which entries are found. */
export type LogPlace = { actorId?: string | undefined; objectKind?: string | undefined; objectId?: string | undefined };

/** Subjects that are not the id of an object: the digest of a guessed identifier, or the id of an export. */
const withoutObject = new Set(['User.Lockout.Cleared', 'AuditLog.Exported', 'UserExport.Created']);

const kindOf = (key: string) => (key.startsWith('Post') ? 'User' : (key.split('.')[0] ?? key));

const isMessage = (key: string) => key.startsWith(`${messageLogFamily}.`);

export function placeEvent({ name, subjectId, actor }: OutboxEvent, userId: string | undefined): LogPlace {
  return {
    actorId: actor ? actor.id || userId : systemActor,
    objectKind: kindOf(name),
    objectId: withoutObject.has(name) ? undefined : subjectId,
  };
}

/** Without an actor here, the person or the application of the entry is the actor. */
export const placeEntry = (key: string, { userId }: Record<string, unknown>): LogPlace =>
  isMessage(key) ? { actorId: systemActor, objectId: typeof userId === 'string' ? userId : undefined } : {};

/** Kinds of which a tenant has one. Their subject is no id that anyone knows. */
const onlyOnes = new Set([
  'AccountCenter',
  'ActionScript',
  'AuditLog',
  'CaptchaProvider',
  'ConsoleSettings',
  'CustomJwt',
  'DynamicClients',
  'Messages',
  'Network',
  'SessionPolicy',
  'SignInExperience',
  'SignInProtection',
]);

export type Party<Kind extends string = string> = { kind: Kind; id: string | null };
type ActorKind = (typeof logActorKinds)[number];

export type Row = { key: string; payload: LogPayload; userId: string | null; applicationId: string | null };

const isActorKind = (kind: unknown): kind is ActorKind => logActorKinds.some((one) => one === kind);

function recordedActor(actor: unknown): Party<ActorKind> | undefined {
  if (typeof actor !== 'object' || actor === null || !('type' in actor) || !('id' in actor)) {
    return undefined;
  }
  const { type, id } = actor;
  if (!isActorKind(type) || typeof id !== 'string' || id === '') {
    return undefined;
  }
  return type === 'administrator' && id === commandLineActor ? { kind: 'commandLine', id: null } : { kind: type, id };
}

const isChange = ({ payload }: Row) => typeof payload.subjectId === 'string';

/** Who did it. During a sign-in, the person or, without one, the application. */
export function actorOf(row: Row): Party<ActorKind> | null {
  const recorded = recordedActor(row.payload.actor);
  if (recorded) {
    return recorded;
  }
  if (isChange(row) || isMessage(row.key)) {
    return { kind: 'system', id: null };
  }
  if (row.userId) {
    return { kind: 'user', id: row.userId };
  }
  return row.applicationId ? { kind: 'application', id: row.applicationId } : null;
}

/** What it was done to: the changed object, the recipient of a message, or the application that was signed in to. */
export function objectOf(row: Row): Party | null {
  const { key, payload, userId, applicationId } = row;
  if (isChange(row)) {
    const kind = kindOf(key);
    const hasId = !onlyOnes.has(kind) && !withoutObject.has(key);
    return { kind, id: hasId ? String(payload.subjectId) : null };
  }
  if (isMessage(key)) {
    return userId ? { kind: 'User', id: userId } : null;
  }
  return userId && applicationId ? { kind: 'Application', id: applicationId } : null;
}

const rolesOfHolders = { added: 'Role', removed: 'Role', roles: 'Role' } as const;

const stringsOf = (value: unknown) => [value].flat().filter((one) => typeof one === 'string');

/** The other objects that a payload names. */
export function referencesOf({ key, payload }: Row): Party[] {
  const ofHolder = key === 'User.Roles.Updated' || key === 'Application.Roles.Updated';
  return Object.entries({ ...logReferences, ...(ofHolder ? rolesOfHolders : {}) }).flatMap(([field, kind]) =>
    stringsOf(payload[field]).map((id) => ({ kind, id })),
  );
}

/** The name of an object that the entry itself has. */
export function recordedName({ name, domain, email }: LogPayload): string | null {
  return stringsOf([name, domain, email])[0] ?? null;
}
