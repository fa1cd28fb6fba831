import type { KoaContextWithOIDC } from 'oidc-provider';
import type { App } from '#platform/app';
import { checkMark, createFrame } from './frame.ts';

/** Sign-out initiated by an application (OpenID Connect RP-Initiated Logout 1.0). */
export function signOutPages(app: App, tenantId: string) {
  const frame = createFrame(app, tenantId);
  return {
    /** The form submits itself; without scripts there is a button. */
    logoutSource: (ctx: KoaContextWithOIDC, form: string) =>
      frame(ctx, 'signOut', ({ leaving, go }) => ({
        title: leaving,
        content: `${form}<button class="button primary single" type="submit" form="op.logoutForm" name="logout" value="yes">${go}</button>`,
        // requestSubmit with the button, because the engine reads the button's value.
        script:
          "document.documentElement.classList.add('is-leaving');document.forms[0].requestSubmit(document.querySelector('button'))",
        formsMayLeave: true,
      })),
    postLogoutSuccessSource: (ctx: KoaContextWithOIDC) =>
      frame(ctx, 'signOut', ({ doneTitle, done }) => ({ title: doneTitle, mark: checkMark, sub: done })),
  };
}
