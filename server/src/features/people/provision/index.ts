import type { UpdateAccountCenter } from '@postern/contracts/experience/account-center';
import type { SignInExperience, SignInMode } from '@postern/contracts/experience/sign-in-experience';
import type { AdministratorRole } from '@postern/contracts/people/administrators';
import {
  adminTenantId,
  cloudApiIndicator,
  defaultBrandColor,
  defaultDarkBrandColor,
  defaultTenantId,
  internalAdminRole,
  managementAccessRole,
  managementApiIndicator,
  meApiIndicator,
  readerScopes,
  scopes,
  type TenantScope,
  tenantOrganizationId,
  tenantRoleScopes,
  tenantScopes,
} from '@postern/contracts/wire';
import { createKeys, keySealer } from '#features/access/oidc';
import { seedOrganizationTemplate } from '#features/access/organization-template';
import { seedResource } from '#features/access/resources';
import { giveRolesToMany, insertUserRolesByName, seedRole, takeRolesFromMany } from '#features/access/roles';
import { saveAccountCenter } from '#features/experience/account-center';
import { exchangeSignInMode, insertSignInExperience } from '#features/experience/sign-in-experience';
import { insertMember, insertTenantOrganization, replaceMemberRoles } from '#features/people/organizations';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { newId } from '#platform/secrets/ids';
import type { Vault } from '#platform/secrets/vault';
import { actAs, insertTenant, lockSeed, type NewTenant, tenantExists } from './store.ts';

export { actAs, beginStep, findEdition, type NewTenant, narrowTo, tenantExists } from './store.ts';

const color = { primaryColor: defaultBrandColor, darkPrimaryColor: defaultDarkBrandColor };

/** The roles of the users of the admin tenant that give access to the management API of the default tenant. */
const userRoleIds: Record<AdministratorRole, string> = { admin: 'default-admin', reader: 'default-reader' };

const machineRole = (tenantId: string) => `machine:mapi:${tenantId}`;

/** The default of the open-source edition; users of the admin tenant register this way until email can be sent. */
export const usernameAndPassword = {
  signIn: { methods: [{ identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true }] },
  signUp: { identifiers: ['username'], password: true, verify: false },
} as const;

/** The default of a new tenant in the cloud edition: people prove their address when they register. */
const emailAndPassword = {
  signIn: { methods: [{ identifier: 'email', password: true, verificationCode: false, isPasswordPrimary: true }] },
  signUp: { identifiers: ['email'], password: true, verify: true },
} as const;

type Start = typeof usernameAndPassword | typeof emailAndPassword;

/** Console accounts may have second factors, and tenants may require them. Nobody else is asked to add one. */
const consoleFactors: SignInExperience['mfa'] = {
  factors: ['Totp', 'WebAuthn', 'BackupCode'],
  policy: 'NoPrompt',
  organizationRequiredMfaPolicy: 'Mandatory',
};

async function seedExperience(
  db: Db,
  { signIn, signUp }: Start,
  signInMode: SignInMode,
  {
    isDarkModeEnabled,
    mfa,
    asksAllFields = false,
  }: { isDarkModeEnabled: boolean; mfa?: SignInExperience['mfa']; asksAllFields?: boolean },
): Promise<void> {
  await insertSignInExperience(db, {
    color: { ...color, isDarkModeEnabled },
    branding: {},
    languageInfo: { autoDetect: true, fallbackLanguage: 'en' },
    signIn: { methods: [...signIn.methods] },
    signUp: { ...signUp, identifiers: [...signUp.identifiers] },
    signInMode,
    ...(mfa ? { mfa } : {}),
    asksAllFields,
  });
}

/** What every tenant needs: keys, sign-in settings, the management API and its roles. */
async function seedUserTenant(db: Db, vault: Vault, tenantId: string): Promise<void> {
  await createKeys(db, keySealer({ vault }, tenantId));
  // The default tenant is that of the open-source edition.
  const start = tenantId === defaultTenantId ? usernameAndPassword : emailAndPassword;
  await seedExperience(db, start, 'SignInAndRegister', {
    isDarkModeEnabled: false,
    asksAllFields: tenantId === defaultTenantId,
  });
  const all = 'management-api-all';
  await seedResource(db, {
    id: 'management-api',
    name: 'Management API',
    indicator: managementApiIndicator(tenantId),
    scopes: [{ id: all, name: scopes.all, description: 'Everything the management API can do' }],
  });
  await seedRole(db, {
    id: 'admin-role',
    name: internalAdminRole,
    description: 'Internal administrator',
    type: 'MachineToMachine',
    scopeIds: [all],
  });
  await seedRole(db, {
    id: newId(),
    name: managementAccessRole,
    description: 'Access to the management API',
    type: 'MachineToMachine',
    scopeIds: [all],
  });
}

const readerScope = {
  id: 'mapi-default-read',
  name: 'read:data' satisfies TenantScope,
  description: 'Read the management API, without secrets',
};

/** What people may do with their account in the admin tenant. */
const adminAccountCenter: UpdateAccountCenter = {
  enabled: true,
  fields: {
    name: 'Edit',
    avatar: 'Edit',
    profile: 'Edit',
    email: 'Edit',
    phone: 'Edit',
    password: 'Edit',
    username: 'Edit',
    social: 'Edit',
    customData: 'Edit',
    mfa: 'Edit',
  },
  profileFields: [{ name: 'name' }, { name: 'avatar' }],
};

async function seedAdminResources(db: Db): Promise<void> {
  for (const tenantId of [defaultTenantId, adminTenantId]) {
    const scopeId = `mapi-${tenantId}-all`;
    await seedResource(db, {
      id: `mapi-${tenantId}`,
      name: `Management API of ${tenantId}`,
      indicator: managementApiIndicator(tenantId),
      scopes: [
        { id: scopeId, name: scopes.all, description: 'Everything the management API can do' },
        ...(tenantId === defaultTenantId ? [readerScope] : []),
      ],
    });
    await seedRole(db, {
      id: `m-${tenantId}`,
      name: machineRole(tenantId),
      description: `Management API of ${tenantId}`,
      type: 'MachineToMachine',
      scopeIds: [scopeId],
    });
  }
  await seedResource(db, {
    id: 'me-api',
    name: 'Me API',
    indicator: meApiIndicator,
    scopes: [{ id: 'me-api-all', name: scopes.all, description: 'Your own account' }],
  });
  const cloudScopes = [
    scopes.createTenant,
    scopes.manageTenantSelf,
    'send:email',
    'send:sms',
    'fetch:custom:jwt',
    'report:subscription:updates',
    'create:affiliate',
    'manage:affiliate',
  ];
  const cloudId = (name: string) => `c-${name.replaceAll(':', '-')}`.slice(0, 21);
  await seedResource(db, {
    id: 'cloud-api',
    name: 'Cloud API',
    indicator: cloudApiIndicator,
    scopes: cloudScopes.map((name) => ({ id: cloudId(name), name, description: name })),
  });
  await seedRole(db, {
    id: 'user',
    name: 'user',
    description: 'Everybody who may sign in to the console',
    type: 'User',
    isDefault: true,
    scopeIds: ['me-api-all', cloudId(scopes.createTenant), cloudId(scopes.manageTenantSelf)],
  });
  await seedRole(db, {
    id: userRoleIds.admin,
    name: 'default:admin',
    description: 'Administrator of the default tenant',
    type: 'User',
    scopeIds: ['mapi-default-all'],
  });
  await seedRole(db, {
    id: userRoleIds.reader,
    name: 'default:reader',
    description: 'Read-only administrator of the default tenant',
    type: 'User',
    scopeIds: [readerScope.id],
  });
}

async function seedAdminTenant(db: Db, vault: Vault, edition: 'oss' | 'cloud'): Promise<void> {
  await insertTenant(db, { id: adminTenantId, name: 'Admin', tag: 'production', regionName: 'EU', planId: 'admin' });
  await actAs(db, adminTenantId);
  await createKeys(db, keySealer({ vault }, adminTenantId));
  await seedAdminResources(db);
  const { billing, ...others } = tenantRoleScopes;
  const roles = edition === 'oss' ? { ...others, reader: readerScopes } : { ...others, billing };
  await seedOrganizationTemplate(db, roles, tenantScopes);
  // In the open-source edition, only the first user, the administrator, can register.
  await seedExperience(db, usernameAndPassword, edition === 'oss' ? 'Register' : 'SignInAndRegister', {
    isDarkModeEnabled: true,
    mfa: consoleFactors,
  });
  await saveAccountCenter(db, adminAccountCenter);
}

/** Creates a tenant with everything it needs, in the database that holds its data. */
export async function provisionData(db: Db, vault: Vault, tenant: NewTenant): Promise<void> {
  await insertTenant(db, { ...tenant, databaseRegion: null });
  await actAs(db, tenant.id);
  await seedUserTenant(db, vault, tenant.id);
}

/**
 * Creates a tenant and its organization in the admin tenant, both or neither. Also creates its data, unless it is in a
 * regional database, which is notified shortly after.
 */
export async function provisionTenant(db: Db, vault: Vault, tenant: NewTenant): Promise<void> {
  await (tenant.databaseRegion ? insertTenant(db, tenant) : provisionData(db, vault, tenant));
  await actAs(db, adminTenantId);
  await insertTenantOrganization(db, tenantOrganizationId(tenant.id), tenant.name);
}

/** Creates the required tenants on the first start. Does nothing on later starts. */
export async function seed(app: Pick<App, 'config' | 'tenancy' | 'vault'>): Promise<boolean> {
  const { edition } = app.config;
  const isOss = edition === 'oss';
  return app.tenancy.system(async (db) => {
    const wanted = isOss ? defaultTenantId : adminTenantId;
    if (await tenantExists(db, wanted)) {
      return false;
    }
    await lockSeed(db);
    if (!(await tenantExists(db, adminTenantId))) {
      await seedAdminTenant(db, app.vault, edition);
    }
    if (isOss && !(await tenantExists(db, defaultTenantId))) {
      await provisionTenant(db, app.vault, {
        id: defaultTenantId,
        name: 'Default',
        tag: 'production',
        regionName: 'EU',
        planId: 'oss',
      });
    }
    return true;
  });
}

/** The role that gives a machine access to its tenant's management API. */
export const managementRoleOf = (tenantId: string) =>
  tenantId === adminTenantId ? machineRole(adminTenantId) : internalAdminRole;

/**
 * In the open-source edition, registration is open until there is an administrator. Returns false if it is already
 * closed.
 */
export const closeRegistration = (db: Db): Promise<boolean> => exchangeSignInMode(db, 'Register', 'SignIn');

/** Makes a user of the admin tenant an administrator of the default tenant, if it exists. */
export async function makeAdministrator(db: Db, userId: string, role: AdministratorRole = 'admin'): Promise<void> {
  await insertUserRolesByName(db, userId, ['user', `default:${role}`]);
  if (await tenantExists(db, defaultTenantId)) {
    await insertMember(db, tenantOrganizationId(defaultTenantId), userId, role);
  }
}

/** Replaces the role of an administrator. The tokens with the previous role lose their permissions at once. */
export async function changeAdministrator(db: Db, userId: string, role: AdministratorRole): Promise<void> {
  const previous: AdministratorRole = role === 'admin' ? 'reader' : 'admin';
  await takeRolesFromMany(db, [userId], [userRoleIds[previous]]);
  await giveRolesToMany(db, [userId], [userRoleIds[role]]);
  const member = { kind: 'user', organizationId: tenantOrganizationId(defaultTenantId), id: userId } as const;
  await replaceMemberRoles(db, member, [role]);
}

/** The first registration in the admin tenant closes registration; a concurrent second one gets false. */
export async function makeFirstAdministrator(db: Db, userId: string): Promise<boolean> {
  if (!(await closeRegistration(db))) {
    return false;
  }
  await makeAdministrator(db, userId);
  return true;
}
