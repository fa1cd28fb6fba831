import type { KoaContextWithOIDC } from 'oidc-provider';
import type { App } from '#platform/app';
import { checkMark, createFrame, type Texts } from './frame.ts';

const texts: Texts<Record<'leaving' | 'go' | 'doneTitle' | 'done', string>> = {
  en: {
    leaving: 'Signing you out',
    go: 'Sign out',
    doneTitle: 'You are signed out',
    done: 'You can close this page.',
  },
  de: {
    leaving: 'Sie werden abgemeldet',
    go: 'Abmelden',
    doneTitle: 'Sie sind abgemeldet',
    done: 'Sie können diese Seite schließen.',
  },
};

/** Sign-out initiated by an application (OpenID Connect RP-Initiated Logout 1.0). */
export function signOutPages(app: App, tenantId: string) {
  const frame = createFrame(app, tenantId);
  return {
    /** The form submits itself; without scripts there is a button. */
    logoutSource: (ctx: KoaContextWithOIDC, form: string) =>
      frame(ctx, texts, ({ leaving, go }) => ({
        title: leaving,
        content: `${form}<button class="button primary single" type="submit" form="op.logoutForm" name="logout" value="yes">${go}</button>`,
        // requestSubmit with the button, because the engine reads the button's value.
        script:
          "document.documentElement.classList.add('is-leaving');document.forms[0].requestSubmit(document.querySelector('button'))",
        formsMayLeave: true,
      })),
    postLogoutSuccessSource: (ctx: KoaContextWithOIDC) =>
      frame(ctx, texts, ({ doneTitle, done }) => ({ title: doneTitle, mark: checkMark, sub: done })),
  };
}
