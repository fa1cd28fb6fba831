import type { SsoConnectionTest } from '@postern/contracts/people/sso-connection-tests';
import { type SsoSetupTest, ssoSetupApi } from '@postern/contracts/people/sso-setup';
import { describeProblem, isTestOf, readConnectionTest, startConnectionTest } from '#features/people/sso-connectors';
import { route, type Scope } from '#platform/http/route';
import { type Call, changeWithLink, countRequest, getLink, tellProgress } from './change.ts';
import { requireOpen } from './link.ts';
import { getOwnConnector } from './own-connector.ts';
import { markSetupLink, type SetupLink } from './store.ts';

/** Binds a test to the link: no administrator and no other link can read it. */
const starterOf = ({ caller }: Call) => `set-up link ${caller.subject}`;

const aboutDomains = ['no_domains', 'domain_mismatch'];

/**
 * The proven domains are put on the connector at the end, so the address is compared with both. A customer who may not
 * prove domains can do nothing about a connector without any. The organizations and the values of the answer are not
 * shown.
 */
function show(test: SsoConnectionTest, link: SetupLink, own: readonly string[], languages: string[]): SsoSetupTest {
  const { status, mapped, emailDomain, received } = test;
  const problems = test.problems.filter(({ code }) => !aboutDomains.includes(code));
  const domains = [...own, ...link.provenDomains];
  const isForeign = emailDomain !== null && !domains.includes(emailDomain.domain);
  if (isForeign && (link.purposes.includes('domain') || domains.length > 0)) {
    problems.push(describeProblem({ code: 'domain_mismatch', details: emailDomain.domain }, languages));
  }
  return {
    status,
    problems,
    mapped: mapped && { id: mapped.id, email: mapped.email, name: mapped.name },
    received: Object.keys(received?.claims ?? {}).sort(),
  };
}

/** Settings that were changed since are not tested. */
const outdated = (test: SsoConnectionTest, languages: string[]): SsoConnectionTest => ({
  ...test,
  status: 'failed',
  problems: [describeProblem({ code: 'settings_changed' }, languages)],
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
      const { link, connector } = await app.tenancy.read(tenantId, async (db) => {
        const found = requireOpen(await getLink(db, call), 'connect');
        return { link: found, connector: await getOwnConnector(app, db, tenantId, found) };
      });
      const connectorId = connector.id;
      const starter = starterOf(call);
      const test = await readConnectionTest(app, tenantId, id, { connectorId, starter, languages });
      const isPresent = await app.tenancy.read(tenantId, (db) => isTestOf(app, db, connector, { id, starter }));
      if (test.status === 'passed' && isPresent && link.testedAt === null) {
        await app.tenancy.write(tenantId, (db) =>
          changeWithLink(db, call, 'connect', async (now) => {
            // The settings may have been changed in another tab since they were read.
            const row = await getOwnConnector(app, db, tenantId, now);
            if (await isTestOf(app, db, row, { id, starter })) {
              await markSetupLink(db, now.id, 'tested');
              await tellProgress(db, now, 'test', { connectorId });
            }
          }),
        );
      }
      return show(
        test.status === 'passed' && !isPresent ? outdated(test, languages) : test,
        link,
        connector.domains,
        languages,
      );
    },
  });
}
