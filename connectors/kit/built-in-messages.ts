import type { MessagePayload, TemplateType } from './interface.ts';

/** What is said when neither the tenant nor the connector has a template. */
type Words = { purposes: Record<TemplateType, string>; code: string; link: string; open: string; ignore: string };

const english: Words = {
  purposes: {
    SignIn: 'sign in',
    Register: 'create your account',
    ForgotPassword: 'set a new password',
    OrganizationInvitation: 'accept the invitation',
    Generic: 'confirm that it is you',
    UserPermissionValidation: 'confirm this change of your account',
    BindNewIdentifier: 'confirm your new address',
    MfaVerification: 'finish signing in',
    BindMfa: 'set up two-step verification',
  },
  code: 'This is your code to {{purpose}}. It is valid for 10 minutes.',
  link: 'Open this link to {{purpose}}:',
  open: 'Open the link',
  ignore: 'If you did not ask for it, you can ignore this message. Do not pass it on.',
};

const german: Words = {
  purposes: {
    SignIn: 'sich anzumelden',
    Register: 'Ihr Konto anzulegen',
    ForgotPassword: 'ein neues Passwort zu setzen',
    OrganizationInvitation: 'die Einladung anzunehmen',
    Generic: 'zu bestätigen, dass Sie es sind',
    UserPermissionValidation: 'diese Änderung Ihres Kontos zu bestätigen',
    BindNewIdentifier: 'Ihre neue Adresse zu bestätigen',
    MfaVerification: 'die Anmeldung abzuschließen',
    BindMfa: 'die Bestätigung in zwei Schritten einzurichten',
  },
  code: 'Das ist Ihr Code, um {{purpose}}. Er gilt 10 Minuten.',
  link: 'Öffnen Sie diesen Link, um {{purpose}}:',
  open: 'Link öffnen',
  ignore: 'Haben Sie das nicht angefordert, können Sie diese Nachricht ignorieren. Geben Sie sie nicht weiter.',
};

const subjects: Record<'en' | 'de', Record<'code' | 'link', Partial<Record<TemplateType, string>>>> = {
  en: {
    code: { SignIn: 'Your sign-in code', Register: 'Your code to register', ForgotPassword: 'Reset your password' },
    link: { OrganizationInvitation: 'You are invited' },
  },
  de: {
    code: {
      SignIn: 'Ihr Anmeldecode',
      Register: 'Ihr Code zur Registrierung',
      ForgotPassword: 'Passwort zurücksetzen',
    },
    link: { OrganizationInvitation: 'Sie sind eingeladen' },
  },
};
const plainSubject = { en: { code: 'Your code', link: 'Your link' }, de: { code: 'Ihr Code', link: 'Ihr Link' } };

const languageOf = (locale: string | undefined) => (/^de\b/i.test(locale ?? '') ? 'de' : 'en');

const page = (lead: string, heart: string, ignore: string) =>
  `<!doctype html><html><body style="margin:0;padding:24px;background:#f5f5f7;font-family:system-ui,sans-serif;color:#1d1d1f">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 24px;font-size:16px;line-height:24px">${lead}</p>
${heart}
<p style="margin:24px 0 0;font-size:13px;line-height:20px;color:#6e6e73">${ignore}</p>
</div></body></html>`;

type InvitationWords = { subject: string; lead: string; accept: string; until: string; ignore: string };

/** The values are prepared by the sender, with names that hold nothing a mail program would make a link of. */
const invitations: Record<'en' | 'de', InvitationWords> = {
  en: {
    subject: 'Invitation to {{invitation.tenant}} on {{invitation.product}}',
    lead: '{{invitation.inviter}} invites you to join the tenant “{{invitation.tenant}}” on {{invitation.product}}.',
    accept: 'Accept the invitation',
    until: 'The invitation is valid until {{invitation.expiresAt}}.',
    ignore:
      'If you do not know who invites you, you can ignore this message. Do not pass the link on: it proves your address.',
  },
  de: {
    subject: 'Einladung zu {{invitation.tenant}} bei {{invitation.product}}',
    lead: '{{invitation.inviter}} lädt Sie ein, dem Mandanten „{{invitation.tenant}}“ bei {{invitation.product}} beizutreten.',
    accept: 'Einladung annehmen',
    until: 'Die Einladung gilt bis {{invitation.expiresAt}}.',
    ignore:
      'Kennen Sie die einladende Person nicht, können Sie diese Nachricht ignorieren. Geben Sie den Link nicht weiter: Er beweist Ihre Adresse.',
  },
};

const linkButton = (label: string) =>
  `<p style="margin:0"><a href="{{link}}" style="display:inline-block;padding:12px 20px;background:#6139f6;color:#ffffff;border-radius:8px;text-decoration:none">${label}</a></p>`;

function invitationMail(language: 'en' | 'de') {
  const { subject, lead, accept, until, ignore } = invitations[language];
  const note = `<p style="margin:24px 0 0;font-size:14px;line-height:20px">${until}</p>`;
  return {
    subject,
    html: page(lead, linkButton(accept) + note, ignore),
    text: `${lead}\n\n${accept}:\n{{link}}\n\n${until}\n\n${ignore}\n`,
  };
}

/** Templates of our own, in English and German, for a code or for a link. */
export function builtInMail(
  type: TemplateType,
  locale: string | undefined,
  { code, link, invitation }: MessagePayload,
): { subject: string; html: string; text: string } {
  const language = languageOf(locale);
  if (type === 'OrganizationInvitation' && link && invitation) {
    return invitationMail(language);
  }
  const words = language === 'de' ? german : english;
  const kind = link && !code ? 'link' : 'code';
  const lead = words[kind].replace('{{purpose}}', words.purposes[type]);
  const heart =
    kind === 'code'
      ? '<p style="margin:0;font-size:32px;line-height:40px;font-weight:600;letter-spacing:6px">{{code}}</p>'
      : linkButton(words.open);
  return {
    subject: subjects[language][kind][type] ?? plainSubject[language][kind],
    html: page(lead, heart, words.ignore),
    text: `${lead}\n\n{{${kind}}}\n\n${words.ignore}\n`,
  };
}

export function builtInSms(type: TemplateType, locale: string | undefined, { code, link }: MessagePayload): string {
  const words = languageOf(locale) === 'de' ? german : english;
  const kind = link && !code ? 'link' : 'code';
  const lead = words[kind].replace('{{purpose}}', words.purposes[type]);
  return kind === 'code' ? `{{code}} – ${lead}` : `${lead} {{link}}`;
}
