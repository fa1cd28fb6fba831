import type { TimelineKind } from '@postern/contracts/people/user-sessions';
import type { OutboxEvent } from '#platform/outbox';

export const messageLogFamily = 'SendMessage';

const signIn = /^Interaction\.(?:SignIn|Register)\.Submit$/;
/** Whatever somebody showed to get in. A password that a new account may not have is no try at an old one. */
const proof = /^Interaction\.(?:SignIn|ForgotPassword)\.(?:Verification\.\w+|Identifier)\.Submit$/;

/** Where an entry about a person stands on their timeline; undefined for what would only drown the rest. */
export function kindOfEntry(key: string, result: unknown): TimelineKind | undefined {
  if (key.startsWith(`${messageLogFamily}.`)) {
    return 'message';
  }
  if (result === 'Error') {
    return proof.test(key) ? 'failedTry' : undefined;
  }
  return signIn.test(key) ? 'signIn' : undefined;
}

/** Whom an event is about. */
export function personOf({ name, subjectId, data }: OutboxEvent): string | undefined {
  // A lockout is known by the digest of whatever was guessed for.
  if (name.startsWith('User.') && name !== 'User.Lockout.Cleared') {
    return subjectId;
  }
  return name === 'SubjectToken.Created' ? subjectId : typeof data.userId === 'string' ? data.userId : undefined;
}

/** By whom a person was changed. */
export function kindOfEvent({ actor }: OutboxEvent): TimelineKind {
  return actor?.type === 'user' ? 'ownChange' : 'adminChange';
}
