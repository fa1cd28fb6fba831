import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { pathOf } from '@postern/contracts/endpoint';
import type { App } from '#platform/app';

/** The addresses of the identity provider. Each application has its own entity ID. */
export function addressesOf(app: App, tenantId: string, id: string) {
  const endpoint = app.endpointOf(tenantId);
  const at = (contract: { path: string }) => `${endpoint}${pathOf(contract, { id })}`;
  return {
    endpoint,
    entityId: `${endpoint}/saml/${id}`,
    signIn: at(samlApplicationsApi.requestByRedirect),
    logout: at(samlApplicationsApi.logOutByRedirect),
    callback: at(samlApplicationsApi.callback),
  };
}
