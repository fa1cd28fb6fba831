import { deviceCodeGrant } from '@postern/contracts/wire';
import { errors, type Interaction, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { GrantHandler } from './engine.ts';

/**
 * Whether an authorization request can still be answered. The application can be deleted, or its redirect URI or the
 * device flow removed, during a sign-in (attack 45); the engine checks them only when a request begins.
 */
export async function isAnswerable(provider: Provider, { params, deviceCode }: Interaction): Promise<boolean> {
  const client = typeof params.client_id === 'string' ? await provider.Client.find(params.client_id) : undefined;
  if (!client) {
    return false;
  }
  return deviceCode
    ? client.grantTypeAllowed(deviceCodeGrant)
    : typeof params.redirect_uri === 'string' && client.redirectUriAllowed(params.redirect_uri);
}

const resuming = new Set<string | undefined>(['resume', 'device_resume']);

/**
 * Shows the error page if the request of a sign-in can no longer be answered: nothing is sent to the removed address.
 */
export function guardResume(provider: Provider): void {
  const { Interaction: model } = provider;
  const find = model.find;
  async function findAnswerable(id: string, options?: object): Promise<Interaction | undefined> {
    const interaction = (await find.call(model, id, options)) as Interaction | undefined;
    const context = Provider.ctx as KoaContextWithOIDC | undefined;
    if (interaction && resuming.has(context?.oidc?.route) && !(await isAnswerable(provider, interaction))) {
      throw new errors.InvalidRedirectUri();
    }
    return interaction;
  }
  // The engine declares it for all of its models; this one only finds interactions.
  model.find = findAnswerable as typeof find;
}

/** Rejects a code if its redirect URI was removed after it was issued. */
export function requireRegisteredUri(handler: GrantHandler): GrantHandler {
  return async (ctx) => {
    const { client, params } = ctx.oidc;
    const uri = params?.redirect_uri;
    if (typeof uri === 'string' && !client?.redirectUriAllowed(uri)) {
      throw new errors.InvalidGrant('redirect_uri is not registered');
    }
    await handler(ctx);
  };
}
