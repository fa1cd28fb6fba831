import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import type { App } from '#platform/app';
import { escapeHtml } from '#platform/pages';
import { page } from './pages.ts';

const texts = {
  en: {
    title: 'Connect a device',
    ask: 'Enter the code that your device shows.',
    label: 'Code',
    next: 'Continue',
    wrong: 'This code is not known. Check the spelling.',
    expired: 'This code has expired. Start again on your device.',
    used: 'This code was used already. Start again on your device.',
    missing: 'Enter the code first.',
    blocked: 'Too many attempts. Wait a while and try again.',
    aborted: 'You cancelled. The device gets no access.',
    failed: 'Something went wrong. Try again.',
    confirmTitle: 'Is this your device?',
    confirm: '{{name}} wants to sign in on a device that shows this code:',
    warn: 'Go on only if your own device shows the same code right now.',
    allow: 'Yes, continue',
    deny: 'Cancel',
    doneTitle: 'Device connected',
    done: 'You are signed in on your device. You can close this page.',
  },
  de: {
    title: 'Gerät verbinden',
    ask: 'Geben Sie den Code ein, den Ihr Gerät zeigt.',
    label: 'Code',
    next: 'Weiter',
    wrong: 'Dieser Code ist nicht bekannt. Prüfen Sie die Schreibweise.',
    expired: 'Dieser Code ist abgelaufen. Beginnen Sie auf Ihrem Gerät neu.',
    used: 'Dieser Code wurde schon benutzt. Beginnen Sie auf Ihrem Gerät neu.',
    missing: 'Geben Sie zuerst den Code ein.',
    blocked: 'Zu viele Versuche. Warten Sie eine Weile und versuchen Sie es erneut.',
    aborted: 'Sie haben abgebrochen. Das Gerät erhält keinen Zugang.',
    failed: 'Etwas ist schiefgegangen. Versuchen Sie es noch einmal.',
    confirmTitle: 'Ist das Ihr Gerät?',
    confirm: '{{name}} möchte sich auf einem Gerät anmelden, das diesen Code zeigt:',
    warn: 'Fahren Sie nur fort, wenn Ihr eigenes Gerät gerade denselben Code zeigt.',
    allow: 'Ja, weiter',
    deny: 'Abbrechen',
    doneTitle: 'Gerät verbunden',
    done: 'Sie sind auf Ihrem Gerät angemeldet. Sie können diese Seite schließen.',
  },
};

const textsFor = (ctx: KoaContextWithOIDC) => (ctx.acceptsLanguages('en', 'de') === 'de' ? texts.de : texts.en);

const failures: Record<string, keyof (typeof texts)['en']> = {
  NotFoundError: 'wrong',
  ExpiredError: 'expired',
  AlreadyUsedError: 'used',
  NoCodeError: 'missing',
  AbortedError: 'aborted',
};

/** A guess too many; see `device.ts`. */
export const tooManyAttempts = 'too_many_attempts';

function failureOf(error: (Error & { error?: string }) | undefined): keyof (typeof texts)['en'] | undefined {
  if (!error) {
    return undefined;
  }
  return error.error === tooManyAttempts ? 'blocked' : (failures[error.name] ?? 'failed');
}

const form = (ctx: KoaContextWithOIDC, content: string) => {
  const { secret = '' } = (ctx.oidc.session?.state ?? {}) as { secret?: string };
  const action = escapeHtml(ctx.oidc.urlFor('code_verification'));
  return `<form method="post" action="${action}"><input type="hidden" name="xsrf" value="${escapeHtml(secret)}">${content}</form>`;
};

/** The three pages on which a person lets a device in (RFC 8628 §3.3). */
export function devicePages(_app: App, _tenantId: string) {
  return {
    async userCodeInputSource(ctx: KoaContextWithOIDC, _form: string, _out?: unknown, error?: Error) {
      const words = textsFor(ctx);
      const failure = failureOf(error);
      const typed = (error as { userCode?: string } | undefined)?.userCode ?? ctx.state.userCode ?? '';
      const problem = failure ? `<p role="alert" id="problem">${words[failure]}</p>` : '';
      page(
        ctx,
        words.title,
        () =>
          `<h1>${words.title}</h1><p>${words.ask}</p>${form(
            ctx,
            `<label for="user_code">${words.label}</label>
          <input id="user_code" name="user_code" value="${escapeHtml(String(typed))}" maxlength="16" required autofocus
            autocomplete="off" autocapitalize="characters" spellcheck="false"${failure ? ' aria-invalid="true" aria-describedby="problem"' : ''}>
          ${problem}<button type="submit">${words.next}</button>`,
          )}`,
      );
    },
    async userCodeConfirmSource(
      ctx: KoaContextWithOIDC,
      _form: string,
      client: Client,
      _deviceInfo: unknown,
      userCode: string,
    ) {
      const words = textsFor(ctx);
      const name = escapeHtml(client.clientName ?? client.clientId);
      page(
        ctx,
        words.confirmTitle,
        () => `<h1>${words.confirmTitle}</h1><p>${words.confirm.replace('{{name}}', () => `<strong>${name}</strong>`)}</p>
          <p><code>${escapeHtml(userCode)}</code></p><p>${words.warn}</p>${form(
            ctx,
            `<input type="hidden" name="user_code" value="${escapeHtml(userCode)}">
            <button type="submit" name="confirm" value="yes">${words.allow}</button>
            <button type="submit" name="abort" value="yes">${words.deny}</button>`,
          )}`,
      );
    },
    async successSource(ctx: KoaContextWithOIDC) {
      const words = textsFor(ctx);
      page(ctx, words.doneTitle, () => `<h1>${words.doneTitle}</h1><p>${words.done}</p>`);
    },
  };
}
