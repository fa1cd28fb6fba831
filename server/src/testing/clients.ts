import { applicationsApi, type CreateApplication } from '@postern/contracts/access/applications';
import * as client from 'openid-client';
import type { ListeningApp } from './flows.ts';
import type { TestApp } from './test-app.ts';

export const redirectUri = 'http://localhost:9/callback';

export type TestClient = { id: string; secret: string | undefined; config: client.Configuration };

/** The secret that an application got when it was created; its creation does not return it. */
export async function defaultSecretOf(app: TestApp, token: string, id: string, tenantId?: string): Promise<string> {
  const { body } = await app.call(applicationsApi.listSecrets, {
    token,
    params: { id },
    ...(tenantId === undefined ? {} : { tenantId }),
  });
  const [first] = body;
  if (!first) {
    throw new Error(`application ${id} has no secret`);
  }
  return first.value;
}

/** An application of the default tenant with an openid-client client. */
export async function createClient(
  app: ListeningApp,
  token: string,
  application: Partial<CreateApplication> & Pick<CreateApplication, 'type'>,
): Promise<TestClient> {
  const isMachine = application.type === 'MachineToMachine';
  const { status, body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: `Test ${application.type}`,
      ...(isMachine ? {} : { oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] } }),
      ...application,
    },
  });
  if (status !== 200) {
    throw new Error(JSON.stringify(body));
  }
  const { body: secrets } = await app.call(applicationsApi.listSecrets, { token, params: { id: body.id } });
  const secret = secrets[0]?.value;
  const config = await client.discovery(
    new URL(`${app.endpoint}/oidc`),
    body.id,
    secret,
    secret ? client.ClientSecretBasic(secret) : client.None(),
    { execute: [client.allowInsecureRequests] },
  );
  return { id: body.id, secret, config };
}

type OrganizationSetup = {
  id: string;
  /** User id → organization role ids. */
  members?: Record<string, string[]>;
  /** Application id → organization role ids. */
  machines?: Record<string, string[]>;
  isMfaRequired?: boolean;
};

/** Organizations have no API yet, so tests write the rows directly. */
export async function insertTestOrganization(
  app: ListeningApp,
  { id, members = {}, machines = {}, isMfaRequired = false }: OrganizationSetup,
): Promise<void> {
  await app.write('default', async (db) => {
    await db
      .insertInto('organizations')
      .values({ id, name: `Organization ${id}`, is_mfa_required: isMfaRequired })
      .execute();
    for (const [userId, roleIds] of Object.entries(members)) {
      await db.insertInto('organization_users').values({ organization_id: id, user_id: userId }).execute();
      for (const roleId of roleIds) {
        await db
          .insertInto('organization_users_roles')
          .values({ organization_id: id, user_id: userId, organization_role_id: roleId })
          .execute();
      }
    }
    for (const [applicationId, roleIds] of Object.entries(machines)) {
      await db
        .insertInto('organization_applications')
        .values({ organization_id: id, application_id: applicationId })
        .execute();
      for (const roleId of roleIds) {
        await db
          .insertInto('organization_applications_roles')
          .values({ organization_id: id, application_id: applicationId, organization_role_id: roleId })
          .execute();
      }
    }
  });
}

type OrganizationRoleSetup = {
  id: string;
  type?: 'User' | 'MachineToMachine';
  /** Names of organization scopes. */
  scopes?: string[];
  /** Ids of scopes of API resources. */
  resourceScopeIds?: string[];
};

export async function insertTestOrganizationRole(
  app: ListeningApp,
  { id, type = 'User', scopes = [], resourceScopeIds = [] }: OrganizationRoleSetup,
): Promise<void> {
  await app.write('default', async (db) => {
    await db
      .insertInto('organization_roles')
      .values({ id, name: `Role ${id}`, type })
      .execute();
    for (const name of scopes) {
      const scopeId = name.replaceAll(':', '-');
      await db
        .insertInto('organization_scopes')
        .values({ id: scopeId, name })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await db
        .insertInto('organization_roles_scopes')
        .values({ organization_role_id: id, organization_scope_id: scopeId })
        .execute();
    }
    for (const scopeId of resourceScopeIds) {
      await db
        .insertInto('organization_roles_resource_scopes')
        .values({ organization_role_id: id, scope_id: scopeId })
        .execute();
    }
  });
}
