import { undoHours } from '@postern/contracts/account/address-changes';
import type { NoticeTopic } from '@postern/contracts/message-phrases/index';
import type { ProvenAddresses } from '#features/people/users';
import { enqueueNotice, readNotification, sendNotice } from '#features/sign-in/verification-codes';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import type { Job } from '#platform/jobs/jobs';
import { viaDomain } from '#platform/tenancy/custom-domains';
import type { AccountRequest, Person } from './access.ts';
import { createUndoLink, recordAddress } from './undo-address.ts';

export type Notice = NoticeTopic;

/** What the notice of a change needs of the request. */
export type NoticeSource = Pick<AccountRequest, 'caller' | 'request' | 'languages'>;

type Changed = { userId: string; before: ProvenAddresses; notice: Notice; changeId?: string | undefined };

/**
 * Adds the job that notifies a person of a change at their previous address, in the transaction of the change. Providers
 * are slow, and the change is final in any case.
 */
export const notify = (db: Db, { caller, request, languages }: NoticeSource, changed: Changed): Promise<void> =>
  enqueueNotice(db, { ...changed, applicationId: caller.clientId, languages: [...languages], ip: request.ip });

/** Notifies of a change. If an address changed, the message contains a link to undo it. */
export async function announce(
  db: Db,
  asked: AccountRequest,
  before: Person,
  notice: Notice | undefined,
): Promise<void> {
  if (!notice) {
    return;
  }
  const changeId = notice === 'email' || notice === 'phone' ? await recordAddress(db, before, notice) : undefined;
  await notify(db, asked, { userId: before.id, before: before.proven, notice, changeId });
}

/** The job of a notice. The token of the link exists only in the message. */
export async function sendAccountNotice({ tenantId, payload }: Job, app: App): Promise<undefined> {
  const notification = readNotification(payload);
  const { changeId, domain } = notification;
  if (tenantId === undefined) {
    return;
  }
  await viaDomain(domain, async () => {
    const link = changeId === undefined ? undefined : await createUndoLink({ app, tenantId }, changeId);
    await sendNotice(app, tenantId, { ...notification, undo: link ? { link, hours: undoHours } : undefined });
  });
}
