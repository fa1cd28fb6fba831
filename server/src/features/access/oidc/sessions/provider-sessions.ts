import type { KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import type { App } from '#platform/app';
import { digestSecret, newSecret } from '#platform/secrets/ids';
import { sealerFor } from '#platform/secrets/seal-column';
import type { SealedColumn } from '#platform/secrets/sealed-columns';
import { signInProviderKey } from '../engine/result-keys.ts';
import { dropProviderSession, openProviderLogout, saveProviderSession } from './provider-sessions.store.ts';
import { SessionNotes } from './session-notes.ts';

/** The session at the identity provider of a company from which the user comes. */
const ProviderSession = z.object({
  connectorId: z.string(),
  /** `sub` of the ID token, or the NameID of the assertion. */
  subject: z.string(),
  /** `sid` of the ID token, or the SessionIndex of the assertion. */
  sid: z.string().optional(),
  nameId: z
    .object({
      format: z.string().optional(),
      nameQualifier: z.string().optional(),
      spNameQualifier: z.string().optional(),
    })
    .optional(),
  /** Sealed by `sealIdToken`. */
  idToken: z.string().optional(),
  /** Whether signing out here also signs out there. */
  signsOut: z.boolean(),
});
export type ProviderSession = z.infer<typeof ProviderSession>;

type Owner = { tenantId: string; connectorId: string; subject: string };

/** The token cannot be moved to the session of another user. */
const purposeOf = ({ tenantId, connectorId, subject }: Owner) => `sso-session:${tenantId}:${connectorId}:${subject}`;

export const sealedIdTokens: SealedColumn = {
  table: 'sso_sessions',
  column: 'id_token',
  key: ['session_uid'],
  also: { connectorId: 't.connector_id', subject: 't.subject' },
  purpose: ({ tenantId, connectorId = '', subject = '' }) => purposeOf({ tenantId, connectorId, subject }),
};

/** Longer tokens do not fit into an address. */
const maxIdToken = 8192;

/** Undefined if there is no token, or no encryption key: then the provider is asked without the token. */
export const sealIdToken = ({ vault }: App, owner: Owner, idToken: string | undefined): string | undefined =>
  idToken && idToken.length <= maxIdToken && vault.isReady ? vault.seal(purposeOf(owner), idToken) : undefined;

export const openIdToken = ({ vault }: App, owner: Owner, sealed: string): string =>
  sealerFor(vault, purposeOf(owner)).open(sealed);

/** After a sign-in with an identity provider: stores its session for single logout. */
export async function rememberProvider(app: App, tenantId: string, ctx: KoaContextWithOIDC): Promise<void> {
  const { result, session, account } = ctx.oidc;
  const given = (result as Record<string, unknown> | undefined)?.[signInProviderKey];
  const { data } = ProviderSession.safeParse(given);
  if (data && session && account) {
    const { connectorId, subject, sid = null, nameId, idToken = null, signsOut } = data;
    const name = nameId ? JSON.stringify(nameId) : null;
    const values = [session.uid, connectorId, account.accountId, subject, sid, name, idToken, signsOut];
    await app.tenancy.run(tenantId, saveProviderSession, values);
  }
}

const minutesToLogOut = 10;

/**
 * After the engine has ended a session that began at an identity provider: sends the browser there, and from there to
 * where the engine sends it. The slice of the SSO connectors owns the address.
 */
export const visitProvider =
  (app: App, tenantId: string) => async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next();
    // Other middleware may have answered before the engine created its part of the context.
    const oidc = ctx.oidc as KoaContextWithOIDC['oidc'] | undefined;
    if (oidc?.route !== 'end_session_confirm' || ctx.status !== 303 || !oidc.params?.logout || !oidc.session) {
      return;
    }
    const { uid } = oidc.session;
    if (!SessionNotes.parse({ ...oidc.session }).provider) {
      return;
    }
    const address = String(ctx.response.get('location'));
    // The engine also ends a session to continue a sign-in as another user, who does not leave.
    const isLeaving = !address.startsWith(`${app.endpointOf(tenantId)}/oidc/auth/`);
    const secret = newSecret();
    const [logout] = isLeaving
      ? await app.tenancy.run(tenantId, openProviderLogout, [uid, digestSecret(secret), address, minutesToLogOut])
      : [];
    if (logout) {
      ctx.redirect(`${app.endpointOf(tenantId)}/api/authn/single-sign-on/logout/${secret}`);
    } else {
      await app.tenancy.run(tenantId, dropProviderSession, [uid]);
    }
  };
