import type { TimelineKind } from '@postern/contracts/people/user-sessions';
import type { OutboxEvent } from '#platform/jobs/outbox';

export const messageLogFamily = 'SendMessage';

const signIn = /^Interaction\.(?:SignIn|Register)\.Submit$/;
/**
 * Verifications during a sign-in or a password reset. A password rejected for a new account is not an attempt on an
 * existing one.
 */
const proof = /^Interaction\.(?:SignIn|ForgotPassword)\.(?:Verification\.\w+|Identifier)\.Submit$/;

/** The kind of an entry on a user's timeline; undefined if it would only add noise. */
export function kindOfEntry(key: string, result: unknown): TimelineKind | undefined {
  if (key.startsWith(`${messageLogFamily}.`)) {
    return 'message';
  }
  if (result === 'Error') {
    return proof.test(key) ? 'failedTry' : undefined;
  }
  return signIn.test(key) ? 'signIn' : undefined;
}

/** The user that an event is about. */
export function personOf({ name, subjectId, data }: OutboxEvent): string | undefined {
  // The subject of a lockout is the digest of the identifier that was guessed.
  if (name.startsWith('User.') && name !== 'User.Lockout.Cleared') {
    return subjectId;
  }
  return name === 'SubjectToken.Created' ? subjectId : typeof data.userId === 'string' ? data.userId : undefined;
}

/** Whether a user or an administrator made the change. */
export function kindOfEvent({ actor }: OutboxEvent): TimelineKind {
  return actor?.type === 'user' ? 'ownChange' : 'adminChange';
}

/** The organization that an event is about. */
export function organizationOf({ name, subjectId, data }: OutboxEvent): string | undefined {
  if (name.startsWith('Organization.')) {
    return subjectId;
  }
  return typeof data.organizationId === 'string' ? data.organizationId : undefined;
}
