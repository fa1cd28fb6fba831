import type { SsoConnectionTest } from '@postern/contracts/people/sso-connection-tests';
import { type SsoSetupTest, ssoSetupApi } from '@postern/contracts/people/sso-setup';
import { readConnectionTest, startConnectionTest } from '#features/people/sso-connectors';
import { route, type Scope } from '#platform/http/route';
import { type Call, changeWithLink, countRequest, getLink, tellProgress } from './change.ts';
import { requireOpen } from './link.ts';
import { getOwnConnector } from './own-connector.ts';
import { markSetupLink } from './store.ts';

/** Binds a test to the link: no administrator and no other link can read it. */
const starterOf = ({ caller }: Call) => `set-up link ${caller.subject}`;

/**
 * The domains of the connector are still empty: the domains that the customer adds here are put on it at the end. The
 * organizations and the raw answer are not shown.
 */
const aboutDomains = ['no_domains', 'domain_mismatch'];

const show = ({ status, problems, mapped }: SsoConnectionTest): SsoSetupTest => ({
  status,
  problems: problems.filter(({ code }) => !aboutDomains.includes(code)),
  mapped: mapped && { id: mapped.id, email: mapped.email, name: mapped.name },
});

export function testRoutes(scope: Scope): void {
  route(scope, ssoSetupApi.startTest, {
    respond: async ({ app, tenantId, caller }) => {
      const call: Call = { app, tenantId, caller };
      const link = await countRequest(call, 'connect');
      const { id } = await app.tenancy.read(tenantId, (db) => getOwnConnector(app, db, tenantId, link));
      return startConnectionTest(app, tenantId, id, starterOf(call));
    },
  });

  route(scope, ssoSetupApi.readTest, {
    respond: async ({ app, tenantId, caller, params: { id }, languages }) => {
      const call: Call = { app, tenantId, caller };
      const { link, connectorId } = await app.tenancy.read(tenantId, async (db) => {
        const found = requireOpen(await getLink(db, call), 'connect');
        return { link: found, connectorId: (await getOwnConnector(app, db, tenantId, found)).id };
      });
      const test = await readConnectionTest(app, tenantId, id, { connectorId, starter: starterOf(call), languages });
      if (test.status === 'passed' && link.testedAt === null) {
        await app.tenancy.write(tenantId, (db) =>
          changeWithLink(db, call, 'connect', async (now) => {
            await markSetupLink(db, now.id, 'tested');
            await tellProgress(db, now, 'test', { connectorId });
          }),
        );
      }
      return show(test);
    },
  });
}
