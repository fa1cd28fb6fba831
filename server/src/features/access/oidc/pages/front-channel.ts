import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { App } from '#platform/app';
import { escapeHtml } from '#platform/http/pages';
import { originCheck, originsOf } from '#platform/http/redirect-uris';
import { settingsOf } from '../clients/clients.ts';
import { createFrame } from './frame.ts';

/** People are signed in to few applications in one browser. The frames of more would not end in time. */
const mostFrames = 30;

/** Seconds until the browser goes on, whatever the applications answer. */
const patience = 4;

/** An application that needs the ID of the session gets it in ID tokens too (Front-Channel Logout 1.0 §3). */
export function includeSessionIds({ Client: { prototype } }: Provider): void {
  // The types of the engine do not declare it.
  const client = prototype as unknown as { includeSid(this: Client): unknown };
  const asked = client.includeSid;
  client.includeSid = function includeSid() {
    return asked.call(this) || settingsOf(this).frontchannelLogoutSessionRequired === true;
  };
}

/** The address that ends the session of an application; undefined if it has none, or one that is not on its own origin. */
function addressOf(client: Client | undefined, issuer: string, sid: string | undefined): string | undefined {
  const { frontchannelLogoutUri: uri, frontchannelLogoutSessionRequired } = client ? settingsOf(client) : {};
  if (!uri || !URL.canParse(uri) || !originCheck(client?.redirectUris ?? [])(new URL(uri).origin)) {
    return undefined;
  }
  const address = new URL(uri);
  if (frontchannelLogoutSessionRequired && sid) {
    address.searchParams.set('iss', issuer);
    address.searchParams.set('sid', sid);
  }
  return address.href;
}

async function listAddresses({ oidc: { session, provider } }: KoaContextWithOIDC): Promise<string[]> {
  const ids = Object.keys(session?.authorizations ?? {}).slice(-mostFrames);
  const addresses = await Promise.all(
    ids.map(async (id) => addressOf(await provider.Client.find(id), provider.issuer, session?.sidFor(id))),
  );
  return addresses.filter((address) => address !== undefined);
}

/**
 * Frames cannot be sent elsewhere by their application, and open nothing. Without scripts, the person presses the button.
 */
const frameOf = (address: string) =>
  `<iframe hidden sandbox="allow-scripts allow-same-origin allow-forms" src="${escapeHtml(address)}"></iframe>`;

const script = `document.documentElement.classList.add('is-leaving');
var go=function(){location.replace(document.getElementById('next').href)};
addEventListener('load',go);setTimeout(go,${patience * 1000});`;

/**
 * After the engine has ended a session: a page that opens the sign-out address of each application in a frame, then goes
 * where the engine sends the browser (OpenID Connect Front-Channel Logout 1.0).
 */
export function visitApplications(app: App, tenantId: string) {
  const frame = createFrame(app, tenantId);
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    // Other middleware may have answered before the engine created its part of the context.
    const oidc = ctx.oidc as KoaContextWithOIDC['oidc'] | undefined;
    if (oidc?.route !== 'end_session_confirm' || ctx.status !== 303 || !oidc.params?.logout) {
      return;
    }
    const addresses = await listAddresses(ctx);
    if (addresses.length === 0) {
      return;
    }
    const target = String(ctx.response.get('location'));
    ctx.remove('location');
    ctx.status = 200;
    await frame(ctx, 'signOut', ({ leaving, goOn }) => ({
      title: leaving,
      content: `${addresses.map(frameOf).join('')}<a class="button primary single" id="next" href="${escapeHtml(target)}">${goOn}</a>`,
      script,
      frames: originsOf(addresses),
    }));
  };
}
