import {
  type ApplicationCreator,
  applicationCreatorsApi,
  type Creator,
} from '@postern/contracts/access/application-creators';
import { tenantOrganizationId } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import { invalidField } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import {
  type CreatedApplication,
  listApplicationNames,
  listCreated,
  listMachinesOf,
  listPeople,
} from './creators.store.ts';

type Known = Pick<Creator, 'name' | 'isMember'>;

const keyOf = ({ type, tenant, id }: CreatedApplication) => `${type} ${tenant} ${id}`;

/** Two queries per tenant that creators belong to: this one and the admin tenant. */
async function knownCreators(app: App, tenantId: string, created: CreatedApplication[]): Promise<Map<string, Known>> {
  const known = new Map<string, Known>();
  for (const tenant of new Set(created.flatMap((one) => one.tenant ?? []))) {
    const ids = (type: Creator['type']) =>
      created.flatMap((one) => (one.tenant === tenant && one.type === type && one.id ? one.id : []));
    const [people, applications] = [ids('person'), ids('application')];
    await app.tenancy.read(tenant, async (db) => {
      for (const { id, name, isMember } of await listPeople(db, people, tenantOrganizationId(tenantId))) {
        known.set(`person ${tenant} ${id}`, { name, isMember });
      }
      for (const { id, name } of await listApplicationNames(db, applications)) {
        known.set(`application ${tenant} ${id}`, { name, isMember: false });
      }
    });
  }
  return known;
}

export function creatorRoutes(scope: Scope): void {
  route(scope, applicationCreatorsApi.list, {
    respond: async ({ app, tenantId, query: { applicationId, personId } }) => {
      if ((applicationId === undefined) === (personId === undefined)) {
        throw invalidField(['applicationId'], 'Send either applicationId or personId.');
      }
      const created = await app.tenancy.read(tenantId, (db) =>
        personId === undefined ? listCreated(db, [applicationId ?? []].flat()) : listMachinesOf(db, personId),
      );
      const known = await knownCreators(app, tenantId, created);
      return created.map((one): ApplicationCreator => {
        const { applicationId: id, applicationName, createdAt, type } = one;
        const { name = null, isMember = false } = known.get(keyOf(one)) ?? {};
        return {
          applicationId: id,
          applicationName,
          createdAt,
          creator: type && { type, id: one.id, name, isMember },
        };
      });
    },
  });
}
