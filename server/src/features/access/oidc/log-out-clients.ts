import type { Client, Provider } from 'oidc-provider';
import type { App } from '#platform/app';
import type { HeldSession } from './read-held.ts';

/** A method of the engine that its types do not declare. */
type LogoutReceiver = { backchannelLogout(sub: string, sid: string | undefined): Promise<void> };

const isReceiver = (client: Client | undefined): client is Client & LogoutReceiver =>
  client?.backchannelLogoutUri !== undefined;

/**
 * Notifies the applications of ended sessions at their back-channel URIs (OpenID Connect Back-Channel Logout 1.0).
 * Never throws: the sessions have ended, whether the applications respond or not.
 */
export async function logOutClients(
  app: App,
  engine: () => Promise<Provider>,
  userId: string,
  ended: HeldSession[],
): Promise<void> {
  const tell = async (clientId: string, sid: string | undefined) => {
    try {
      const client = await (await engine()).Client.find(clientId);
      if (isReceiver(client)) {
        await client.backchannelLogout(userId, sid);
      }
    } catch (error) {
      app.log.warn({ err: error, clientId }, 'back-channel logout failed');
    }
  };
  await Promise.all(
    ended.flatMap(({ authorizations }) => authorizations.map(({ clientId, sid }) => tell(clientId, sid))),
  );
}
