import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { appointOperator } from '#features/cloud/operators';
import { accountToken, allEditable } from '#testing/account';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { setPlan } from '../../features/cloud/plans/testing.ts';
import type { FuzzPlace, FuzzWorld } from './target.ts';

/** A tenant with a large plan, and a token of each kind. Operators and members work on a second tenant. */
async function createPlace(app: TestApp, number: number): Promise<FuzzPlace> {
  const owner = await consoleTokens(app, `owner${number}`);
  const create = async () => {
    const id = await owner.createTenant('Fuzzed');
    await setPlan(app, id, 'pro');
    app.app.cache.drop(id);
    return id;
  };
  const [tenantId, otherTenantId] = [await create(), await create()];
  const { cloud: operator } = await consoleTokens(app, `operator${number}`);
  await app.write(adminTenantId, (db) => appointOperator(db, `operator${number}`));
  const management = await app.managementToken(tenantId);
  const person = { username: 'person', password: 'a long phrase of words' };
  const { body: user } = await app.call(usersApi.create, { token: management, tenantId, body: person });
  const body = { enabled: true, fields: allEditable };
  await app.call(accountCenterApi.update, { token: management, tenantId, body });
  const account = await accountToken(app, person, undefined, tenantId);
  const { password } = person;
  const proof = await app.call(accountVerificationsApi.password, { token: account, tenantId, body: { password } });
  const tokens = { management, me: owner.me, cloud: owner.cloud, operator, account };
  return {
    tenantId,
    otherTenantId,
    kept: [String(decodeJwt(management).sub), user.id, 'admin-role'],
    proof: proof.body.verificationRecordId,
    tokens: { ...tokens, organization: await owner.organization(otherTenantId) },
    async replaceOther() {
      const id = await create();
      return { id, token: await owner.organization(id) };
    },
  };
}

/** The cloud edition, which has nearly all operations. */
export async function createFuzzWorld(): Promise<FuzzWorld> {
  const app = await testApp({ EDITION: 'cloud' });
  let number = 0;
  const world: FuzzWorld = {
    app,
    statuses: new Map(),
    ...(await createPlace(app, number)),
    async renew() {
      number += 1;
      Object.assign(world, await createPlace(app, number));
    },
  };
  return world;
}
