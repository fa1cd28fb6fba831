import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { settingsOf, usableScopes } from '../clients/clients.ts';
import { userScopes } from './claims.ts';

/** Scopes that were taken from a third-party application are in no new token and open no claims, whatever was granted. */
export function cutUserScopes(provider: Provider): void {
  const filtered = provider.Grant.prototype.getOIDCScopeFiltered;
  // Its static properties belong to the class.
  const { constructor: engine } = provider as unknown as { constructor: typeof Provider };
  provider.Grant.prototype.getOIDCScopeFiltered = function getOIDCScopeFiltered(filter) {
    const client = engine.ctx?.oidc.client;
    return filtered.call(this, client ? usableScopes(settingsOf(client), filter) : filter);
  };
}

/** The same for what an application reads about its older tokens. Scopes of resources are decided with their tokens. */
export async function cutIntrospectedScopes(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next();
  const { body } = ctx;
  const client = ctx.oidc?.route === 'introspection' ? ctx.oidc.client : undefined;
  if (client && typeof body === 'object' && body !== null && 'scope' in body && typeof body.scope === 'string') {
    const listed = body.scope.split(' ');
    const usable = usableScopes(settingsOf(client), listed);
    body.scope = listed.filter((scope) => usable.has(scope) || !userScopes.includes(scope)).join(' ');
  }
}
