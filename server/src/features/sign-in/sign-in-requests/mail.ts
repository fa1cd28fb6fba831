import { fillWords, messageLanguage, messageWords } from '@postern/contracts/message-phrases/index';
import { signInRequestMinutes, signInRequestsPath } from '@postern/contracts/sign-in/sign-in-requests';
import { senderInMail } from '@postern/contracts/tame-name';
import { z } from 'zod';
import { findAnnouncedRequest } from '#features/access/oidc';
import { senderOf, sendMessage } from '#features/messages/connectors';
import { findProvenAddresses } from '#features/people/users';
import { describeMessage } from '#features/sign-in/verification-codes';
import type { App } from '#platform/app';
import type { Job } from '#platform/jobs/jobs';

const Payload = z.object({ id: z.string() });

/** Emails to a person within ten minutes, whichever applications ask. The account center shows the other requests too. */
const maxMails = 5;

/** Writes to the person. The binding message is only on the page: applications cannot put text into the email. */
export async function mailSignInRequest({ tenantId, payload }: Job, app: App): Promise<undefined> {
  const { id } = Payload.parse(payload);
  if (!tenantId) {
    return;
  }
  const request = await app.tenancy.read(tenantId, (db) => findAnnouncedRequest(db, id));
  if (!request || request.recent > maxMails) {
    return;
  }
  const { userId, applicationId } = request;
  const { email } = await app.tenancy.read(tenantId, (db) => findProvenAddresses(db, userId));
  if (email === undefined) {
    return;
  }
  const described = await describeMessage(app, tenantId, { languages: [], applicationId, person: { id: userId } });
  const { signInRequest: words } = await messageWords(messageLanguage(described.locale));
  const values = { app: senderInMail(senderOf(app, tenantId, described)), minutes: String(signInRequestMinutes) };
  const link = `${app.endpointOf(tenantId)}${signInRequestsPath}`;
  const subject = fillWords(words.title, values);
  const lead = fillWords(words.lead, values);
  const notice = { subject, lead, text: `${subject}\n\n${lead}\n\n${link}\n`, action: words.action };
  await sendMessage(app, tenantId, {
    kind: 'Email',
    to: email,
    type: 'Generic',
    payload: { notice, link, ...described },
  });
}
