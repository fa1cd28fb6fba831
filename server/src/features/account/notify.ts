import { sendMessage } from '#features/connectors';
import type { ProvenAddresses } from '#features/users';
import type { Asked } from './change.ts';

/** What changed. */
export type Notice = 'password' | 'email' | 'phone' | 'identities' | 'mfa';

type Words = { subject: string; what: Record<Notice, string>; warning: string };

const english: Words = {
  subject: 'Your account was changed',
  what: {
    password: 'The password of your account was changed.',
    email: 'The e-mail address of your account was changed.',
    phone: 'The phone number of your account was changed.',
    identities: 'The linked accounts of your account were changed.',
    mfa: 'The second factors of your account were changed.',
  },
  warning: 'If it was not you, contact whoever runs the application at once.',
};

const german: Words = {
  subject: 'Ihr Konto wurde geändert',
  what: {
    password: 'Das Passwort Ihres Kontos wurde geändert.',
    email: 'Die E-Mail-Adresse Ihres Kontos wurde geändert.',
    phone: 'Die Telefonnummer Ihres Kontos wurde geändert.',
    identities: 'Die verknüpften Konten Ihres Kontos wurden geändert.',
    mfa: 'Die zweiten Faktoren Ihres Kontos wurden geändert.',
  },
  warning: 'Wenn Sie das nicht waren, wenden Sie sich sofort an den Betreiber der Anwendung.',
};

/** The old phone number for a new one; otherwise mail, and a text message only to somebody without an address. */
function recipientOf({ email, phone }: ProvenAddresses, notice: Notice) {
  if (phone !== undefined && (notice === 'phone' || email === undefined)) {
    return { kind: 'Sms', to: phone } as const;
  }
  return email === undefined ? undefined : ({ kind: 'Email', to: email } as const);
}

/** Tells a person of a change at the address that they had before it. Never throws: the change stands. */
export async function notify(
  { app, tenantId, request, languages }: Asked,
  before: ProvenAddresses,
  notice: Notice,
): Promise<void> {
  const recipient = recipientOf(before, notice);
  if (!recipient) {
    return;
  }
  const [language = 'en'] = languages;
  const { subject, what, warning } = /^de\b/i.test(language) ? german : english;
  try {
    await sendMessage(app, tenantId, {
      ...recipient,
      type: 'Generic',
      payload: { notice: { subject, text: `${what[notice]} ${warning}` } },
      ip: request.ip,
    });
  } catch (error) {
    app.log.warn({ err: error, tenantId, notice }, 'the notice of a changed account could not be sent');
  }
}
