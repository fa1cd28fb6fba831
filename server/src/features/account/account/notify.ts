import { undoHours } from '@postern/contracts/account/address-changes';
import type { NoticeTopic } from '@postern/contracts/message-phrases/index';
import type { ProvenAddresses } from '#features/people/users';
import { sendNotice } from '#features/sign-in/verification-codes';
import type { Db } from '#platform/db';
import type { AccountRequest, Person } from './access.ts';
import { recordAddress } from './undo-address.ts';

export type Notice = NoticeTopic;

/** Notifies a person of a change at their previous address. Never throws, so that the change is not affected. */
export const notify = (
  { app, tenantId, caller, request, languages }: AccountRequest,
  before: ProvenAddresses,
  notice: Notice,
  undoLink?: string,
): Promise<void> =>
  sendNotice(app, tenantId, {
    userId: caller.subject,
    before,
    notice,
    applicationId: caller.clientId,
    languages,
    ip: request.ip,
    ...(undoLink ? { undo: { link: undoLink, hours: undoHours } } : {}),
  });

/**
 * Prepares the notice of a change in its transaction. If an address changed, the message contains a link to undo it.
 * Send it after the commit without waiting: providers are slow, and the change is final in any case.
 */
export async function announce(
  db: Db,
  asked: AccountRequest,
  before: Person,
  notice: Notice | undefined,
): Promise<() => Promise<void>> {
  if (!notice) {
    return async () => undefined;
  }
  const undoLink =
    notice === 'email' || notice === 'phone' ? await recordAddress(db, asked, before, notice) : undefined;
  return () => notify(asked, before.proven, notice, undoLink);
}
