import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { appointOperator } from '#features/cloud/operators';
import { testApp } from '../../testing.ts';
import { accountToken, allEditable } from '../../testing-account.ts';
import { consoleTokens } from '../../testing-tokens.ts';
import type { FuzzWorld } from './target.ts';

/** The cloud edition, which has nearly all operations, with a token of each kind. */
export async function createFuzzWorld(): Promise<FuzzWorld> {
  const app = await testApp({ EDITION: 'cloud' });
  const owner = await consoleTokens(app, 'owner');
  const tenantId = await owner.createTenant('Fuzzed');
  const { cloud: operator } = await consoleTokens(app, 'operator');
  await app.write(adminTenantId, (db) => appointOperator(db, 'operator'));
  const management = await app.managementToken(tenantId);
  const person = { username: 'person', password: 'a long phrase of words' };
  await app.call(usersApi.create, { token: management, tenantId, body: person });
  const body = { enabled: true, fields: allEditable };
  await app.call(accountCenterApi.update, { token: management, tenantId, body });
  return {
    app,
    tenantId,
    statuses: new Map(),
    tokens: {
      management,
      me: owner.me,
      cloud: owner.cloud,
      operator,
      organization: await owner.organization(tenantId),
      account: await accountToken(app, person, undefined, tenantId),
    },
  };
}
