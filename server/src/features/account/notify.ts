import { undoHours } from '@postern/contracts/address-changes';
import { sendMessage } from '#features/connectors';
import type { ProvenAddresses } from '#features/users';
import { describeMessage } from '#features/verification-codes';
import type { Db } from '#platform/db';
import type { Asked, Person } from './change.ts';
import { recordAddress } from './record-address.ts';

/** What changed. */
export type Notice = 'password' | 'email' | 'phone' | 'identities' | 'mfa' | 'export' | 'deletion';

type Words = {
  changed: string;
  deleted: string;
  exported: string;
  what: Record<Notice, string>;
  warning: string;
  undo: string;
};

const english: Words = {
  changed: 'Your account was changed',
  deleted: 'Your account was deleted',
  exported: 'Your data was exported',
  what: {
    password: 'The password of your account was changed.',
    email: 'The email address of your account was changed.',
    phone: 'The phone number of your account was changed.',
    identities: 'The linked accounts of your account were changed.',
    mfa: 'The second factors of your account were changed.',
    export: 'A copy of all data of your account was downloaded.',
    deletion: 'Your account was deleted with all that belongs to it, as asked for in the account center.',
  },
  warning: 'If it was not you, contact whoever runs the application at once.',
  undo: `If it was not you, take the change back within ${undoHours} hours:`,
};

const german: Words = {
  changed: 'Ihr Konto wurde geändert',
  deleted: 'Ihr Konto wurde gelöscht',
  exported: 'Ihre Daten wurden exportiert',
  what: {
    password: 'Das Passwort Ihres Kontos wurde geändert.',
    email: 'Die E-Mail-Adresse Ihres Kontos wurde geändert.',
    phone: 'Die Telefonnummer Ihres Kontos wurde geändert.',
    identities: 'Die verknüpften Konten Ihres Kontos wurden geändert.',
    mfa: 'Die zweiten Faktoren Ihres Kontos wurden geändert.',
    export: 'Eine Kopie aller Daten Ihres Kontos wurde heruntergeladen.',
    deletion: 'Ihr Konto wurde mit allem, was dazugehört, gelöscht, wie in der Kontoverwaltung verlangt.',
  },
  warning: 'Wenn Sie das nicht waren, wenden Sie sich sofort an den Betreiber der Anwendung.',
  undo: `Wenn Sie das nicht waren, machen Sie die Änderung innerhalb von ${undoHours} Stunden rückgängig:`,
};

function subjectOf({ changed, deleted, exported }: Words, notice: Notice): string {
  if (notice === 'deletion') {
    return deleted;
  }
  return notice === 'export' ? exported : changed;
}

/** The old phone number for a new one; otherwise mail, and a text message only to somebody without an address. */
function recipientOf({ email, phone }: ProvenAddresses, notice: Notice) {
  if (phone !== undefined && (notice === 'phone' || email === undefined)) {
    return { kind: 'Sms', to: phone } as const;
  }
  return email === undefined ? undefined : ({ kind: 'Email', to: email } as const);
}

/** Tells a person of a change at the address that they had before it. Never throws: the change stands. */
export async function notify(
  { app, tenantId, caller, request, languages }: Asked,
  before: ProvenAddresses,
  notice: Notice,
  undoLink?: string,
): Promise<void> {
  const recipient = recipientOf(before, notice);
  if (!recipient) {
    return;
  }
  const [language = 'en'] = languages;
  const words = /^de\b/i.test(language) ? german : english;
  const text = undoLink
    ? `${words.what[notice]} ${words.undo}\n\n${undoLink}\n`
    : `${words.what[notice]} ${words.warning}`;
  try {
    await sendMessage(app, tenantId, {
      ...recipient,
      type: 'Generic',
      payload: {
        notice: { subject: subjectOf(words, notice), text },
        ...(await describeMessage(app, tenantId, {
          languages,
          applicationId: caller.clientId,
          person: { id: caller.subject },
        })),
      },
      ip: request.ip,
    });
  } catch (error) {
    app.log.warn({ err: error, tenantId, notice }, 'the notice of a changed account could not be sent');
  }
}

/**
 * Prepares the message about a change, in its transaction: where an address changed, the message carries a link that takes
 * the change back. Send it after the commit, and do not wait: providers are slow, and the change stands in any case.
 */
export async function announce(
  db: Db,
  asked: Asked,
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
