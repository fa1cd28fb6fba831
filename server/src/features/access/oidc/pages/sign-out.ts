import type { KoaContextWithOIDC } from 'oidc-provider';
import { sessionPolicyOf } from '#features/experience/sign-in-protection';
import type { App } from '#platform/app';
import { escapeHtml } from '#platform/http/pages';
import { originCheck, originsOf } from '#platform/http/redirect-uris';
import { originOf } from '#platform/tenancy/addresses';
import { settingsOf } from '../clients/clients.ts';
import { userNamedBy } from '../tokens/pairwise.ts';
import { checkMark, createFrame } from './frame.ts';

/** The page that sent the browser here, as the browser says: no page can set these headers. */
function originOfRequest(ctx: KoaContextWithOIDC, own: string): string | undefined {
  // Pages of this server send no address of theirs.
  if (ctx.get('sec-fetch-site') === 'same-origin') {
    return own;
  }
  const [origin] = originsOf([ctx.get('origin') || ctx.get('referer')]);
  return origin;
}

/** People are signed in to few applications in one browser; nobody makes this request long. */
const mostApplications = 20;

/**
 * Some clients, such as MSAL, name only the address to return to. The application is then the one of this session that
 * has registered it.
 */
async function findApplication({ oidc, query }: KoaContextWithOIDC): Promise<void> {
  const { client, session, params, provider } = oidc;
  const { post_logout_redirect_uri: address } = query;
  if (client || !session?.state || !params || typeof address !== 'string') {
    return;
  }
  for (const id of Object.keys(session.authorizations ?? {}).slice(-mostApplications)) {
    const one = await provider.Client.find(id);
    if (one?.postLogoutRedirectUriAllowed(address)) {
      oidc.entity('Client', one);
      params.post_logout_redirect_uri = address;
      Object.assign(session.state, { clientId: id, postLogoutRedirectUri: address });
      return;
    }
  }
}

/** An application of the tenant itself that asks from one of its own pages, and to which the browser returns. */
function isOwnApplication({ client, params }: KoaContextWithOIDC['oidc'], origin: string | undefined): boolean {
  if (!client || !origin || !params?.post_logout_redirect_uri || settingsOf(client).isThirdParty) {
    return false;
  }
  const { corsAllowedOrigins = [] } = settingsOf(client);
  const addresses = [...(client.redirectUris ?? []), ...(client.postLogoutRedirectUris ?? [])];
  return originCheck([...corsAllowedOrigins, ...addresses])(origin);
}

/** The user whom an ID token of the application names. */
const personOf = async (app: App, tenantId: string, { oidc: { client } }: KoaContextWithOIDC, subject?: string) =>
  client && subject !== undefined ? userNamedBy(app, tenantId, client, subject) : undefined;

/**
 * Whether the person has to confirm. Otherwise a link on any page would sign people out (RP-Initiated Logout 1.0 §2). An
 * ID token of the person who is signed in shows that the request comes from an application of theirs.
 */
async function mustAsk(app: App, tenantId: string, ctx: KoaContextWithOIDC): Promise<boolean> {
  const { alwaysConfirmSignOut } = await sessionPolicyOf(app, tenantId);
  const { entities, session } = ctx.oidc;
  // The engine has verified it; its types do not say what a decoded token contains.
  const hint = entities.IdTokenHint as { payload?: { sub?: string } } | undefined;
  const isProven = (await personOf(app, tenantId, ctx, hint?.payload?.sub)) === (session?.accountId ?? null);
  const own = originOf(app.endpointOf(tenantId));
  return alwaysConfirmSignOut || !(isProven || isOwnApplication(ctx.oidc, originOfRequest(ctx, own)));
}

const button = (text: string) =>
  `<button class="button primary single" type="submit" form="op.logoutForm" name="logout" value="yes">${text}</button>`;

/** Sign-out initiated by an application (OpenID Connect RP-Initiated Logout 1.0). */
export function signOutPages(app: App, tenantId: string) {
  const frame = createFrame(app, tenantId);
  return {
    /** The form submits itself if nobody has to confirm; without scripts there is a button. */
    logoutSource: async (ctx: KoaContextWithOIDC, form: string) => {
      await findApplication(ctx);
      const asks = await mustAsk(app, tenantId, ctx);
      await frame(ctx, 'signOut', ({ leaving, go, askTitle, ask, askFor }, name) =>
        asks
          ? {
              title: askTitle,
              sub: name ? askFor.replace('{{name}}', () => `<b><bdi>${escapeHtml(name)}</bdi></b>`) : ask,
              content: `${form}${button(go)}`,
              formsMayLeave: true,
            }
          : {
              title: leaving,
              content: `${form}${button(go)}`,
              // requestSubmit with the button, because the engine reads the button's value.
              script:
                "document.documentElement.classList.add('is-leaving');document.forms[0].requestSubmit(document.querySelector('button'))",
              formsMayLeave: true,
            },
      );
    },
    postLogoutSuccessSource: (ctx: KoaContextWithOIDC) =>
      frame(ctx, 'signOut', ({ doneTitle, done }) => ({ title: doneTitle, mark: checkMark, sub: done })),
  };
}
