// Who may call an operation, in words, and where it can be called.
import {
  cloudApiIndicator,
  managementApiIndicator,
  meApiIndicator,
  organizationAudience,
  scopes,
  tenantOrganizationId,
} from '../../../contracts/src/wire.ts';

const code = (text) => `<code>${text}</code>`;
const management = managementApiIndicator('{tenant}');
const tenantToken = organizationAudience(tenantOrganizationId('{tenant}'));
const consoleScopes = {
  GET: 'read:data',
  POST: 'write:data',
  PUT: 'write:data',
  PATCH: 'write:data',
  DELETE: 'delete:data',
};

/**
 * `where`: the address that has the operation; undefined if a page of the documentation cannot call it. `console`: the
 * kind of token that the console in another tab has for it.
 */
export function describeAuth({ auth, method }) {
  const scoped = auth.scope ? ` and the scope ${code(auth.scope)}` : '';
  switch (auth.kind) {
    case 'none':
      return { where: 'tenant', text: 'No token is needed.' };
    case 'management':
      return {
        where: 'tenant',
        console: auth.kind,
        resource: management,
        text: `A token for ${code(management)} with the scope ${code(scopes.all)}. Members of the tenant in the console need ${code(consoleScopes[method])}.`,
      };
    case 'account':
      return {
        where: 'tenant',
        text: `The access token of a signed-in user, requested without a resource and with the scope ${code('openid')}.${auth.firstParty ? ' Third-party applications are rejected.' : ''}`,
      };
    case 'me':
      return {
        where: 'admin',
        console: auth.kind,
        text: `A token of a console user for ${code(meApiIndicator)} with the scope ${code(scopes.all)}.`,
      };
    case 'cloud':
      return {
        where: 'admin',
        console: auth.kind,
        text: `A token of a console user for ${code(cloudApiIndicator)}${scoped}${auth.orTenant ? `, or for ${code(tenantToken)} with the scope ${code(auth.orTenant)}` : ''}. Cloud edition only.`,
      };
    case 'operator':
      return {
        where: 'admin',
        console: auth.kind,
        text: `A token of an operator for ${code(cloudApiIndicator)}. Cloud edition only.`,
      };
    case 'tenant':
      return {
        where: 'admin',
        console: auth.kind,
        text: `A token of a console user for ${code(tenantToken)}${scoped}. Cloud edition only.`,
      };
    case 'interaction':
      return { text: 'The cookie of a running sign-in. Only pages of the same address can call it.' };
    case 'setup':
      return {
        text: auth.isEntrance
          ? 'The secret of a set-up link. Only pages of the same address can call it.'
          : 'The cookie of an opened set-up link. Only pages of the same address can call it.',
      };
    default:
      throw new Error(`No description for ${auth.kind}`);
  }
}
