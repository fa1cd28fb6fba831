import { createHash, randomBytes } from 'node:crypto';
import { fillWords, messageLanguage, messageWords } from '@postern/contracts/message-phrases/index';
import { reportDays, reportPath } from '@postern/contracts/sign-in/new-devices';
import { senderInMail } from '@postern/contracts/tame-name';
import { z } from 'zod';
import { mailsNewDevices } from '#features/experience/sign-in-protection';
import { senderOf, sendMessage } from '#features/messages/connectors';
import { deviceReader } from '#features/people/user-sessions';
import { findProvenAddresses } from '#features/people/users';
import { describeMessage } from '#features/sign-in/verification-codes';
import type { App } from '#platform/app';
import { enqueue, type Job } from '#platform/jobs/jobs';
import { putNotice } from './store.ts';

export const mailQueue = 'new-devices.mail';
const maxUserAgent = 512;

const Payload = z.object({
  userId: z.string(),
  /** The digest of the device. */
  device: z.string(),
  applicationId: z.string(),
  languages: z.array(z.string()),
  ip: z.string(),
  userAgent: z.string(),
  timeZone: z.string().optional(),
  signedInAt: z.number(),
});
type Announced = Omit<z.infer<typeof Payload>, 'signedInAt'>;

export const digestToken = (token: string) => createHash('sha256').update(`new device ${token}`).digest('base64url');

/** Adds the job that writes to the person. Providers are slow, so the sign-in does not wait. */
export async function announceNewDevice(app: App, tenantId: string, announced: Announced): Promise<void> {
  const userAgent = announced.userAgent.slice(0, maxUserAgent);
  const payload = { ...announced, userAgent, signedInAt: Date.now() };
  await app.tenancy.write(tenantId, (db) => enqueue(db, { queue: mailQueue, payload }));
}

/** Names come from the browser, which can send anything: only plain words are repeated in an email. */
const plain = (name: string | null) => (name && /^[A-Za-z][A-Za-z ]{0,30}( \d{1,5})?$/.test(name) ? name : undefined);

/** Browser and system as far as they are known. */
export async function nameDevice(userAgent: string): Promise<{ browser: string | null; os: string | null }> {
  const { browser, os } = (await deviceReader())(userAgent);
  return { browser: plain(browser) ?? null, os: plain(os) ?? null };
}

function timeText(at: number, locale: string, timeZone: string | undefined): string {
  const options = { dateStyle: 'long', timeStyle: 'long', timeZone: timeZone ?? 'UTC' } as const;
  return new Intl.DateTimeFormat(locale, options).format(at);
}

/** Writes to the person about the sign-in. The token exists only in the email; the database has its digest. */
export async function mailNewDevice({ id, tenantId, payload }: Job, app: App): Promise<undefined> {
  const announced = Payload.parse(payload);
  const { userId, device, applicationId, languages, ip, userAgent, timeZone, signedInAt } = announced;
  if (!tenantId || !(await mailsNewDevices(app, tenantId))) {
    return;
  }
  const { email } = await app.tenancy.read(tenantId, (db) => findProvenAddresses(db, userId));
  if (email === undefined) {
    return;
  }
  const token = randomBytes(32).toString('base64url');
  await app.tenancy.write(tenantId, (db) =>
    putNotice(db, { id, userId, device, tokenDigest: digestToken(token), userAgent, ip, signedInAt, days: reportDays }),
  );
  const link = `${app.endpointOf(tenantId)}${reportPath}#token=${token}`;
  const described = await describeMessage(app, tenantId, { languages, applicationId, person: { id: userId } });
  const language = messageLanguage(described.locale);
  const { newDevice: words } = await messageWords(language);
  const { browser, os } = await nameDevice(userAgent);
  const values = {
    app: senderInMail(senderOf(app, tenantId, described)),
    device: [browser, os].filter(Boolean).join(', ') || words.unknown,
    time: timeText(signedInAt, language, timeZone),
    ip,
    days: String(reportDays),
  };
  const subject = fillWords(words.title, values);
  const what = fillWords(words.what, values);
  const advice = fillWords(words.advice, values);
  // Chinese and Japanese have no space between sentences.
  const lead = what.endsWith('。') ? what + advice : `${what} ${advice}`;
  const notice = { subject, lead, text: `${subject}\n\n${lead}\n\n${link}\n`, action: words.action };
  await sendMessage(app, tenantId, {
    kind: 'Email',
    to: email,
    type: 'Generic',
    payload: { notice, link, ...described },
    ip,
  });
}
