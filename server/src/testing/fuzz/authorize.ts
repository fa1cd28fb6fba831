import { applicationsApi } from '@postern/contracts/access/applications';
import { organizationRolesApi } from '@postern/contracts/access/organization-roles';
import { organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { usersApi } from '@postern/contracts/people/users';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { verificationIdHeader } from '@postern/contracts/wire';
import { visitor } from '#testing/sign-in';
import { createLink, setupVisitor } from '#testing/sso-setup';
import type { FuzzWorld } from './target.ts';

export const adminKinds = ['me', 'cloud', 'operator', 'tenant'];

function tokenOf({ tokens }: FuzzWorld, { auth }: AnyEndpoint): string {
  const known = { me: tokens.me, cloud: tokens.cloud, operator: tokens.operator, tenant: tokens.organization };
  return { ...known, account: tokens.account }[auth.kind as keyof typeof known] ?? tokens.management;
}

/** Ways to create the objects that most operations need, by the word before their id in a path. */
export function creatorsOf({ app, tokens, tenantId }: FuzzWorld): Record<string, () => Promise<string>> {
  let count = 0;
  const creator =
    <E extends AnyEndpoint>(contract: E, body: (name: string) => object) =>
    async (): Promise<string> => {
      count += 1;
      const call = { token: tokens.management, tenantId, body: body(`fuzzed${count}`) };
      const answer = await app.call(contract as AnyEndpoint, call as never);
      return (answer.body as { id: string }).id;
    };
  return {
    users: creator(usersApi.create, (username) => ({ username, password: 'a long phrase of words' })),
    applications: creator(applicationsApi.create, (name) => ({ name, type: 'Traditional' })),
    roles: creator(rolesApi.create, (name) => ({ name, description: name })),
    organizations: creator(organizationsApi.create, (name) => ({ name })),
    'organization-roles': creator(organizationRolesApi.create, (name) => ({ name })),
    'organization-scopes': creator(organizationScopesApi.create, (name) => ({ name })),
    resources: creator(resourcesApi.create, (name) => ({ name, indicator: `https://${name}.example` })),
    hooks: creator(webhooksApi.create, (name) => ({
      name,
      events: ['User.Created'],
      config: { url: `https://${name}.example/hook` },
    })),
    'sso-connectors': creator(ssoConnectorsApi.create, (name) => ({
      providerName: 'OIDC',
      connectorName: name,
      domains: [`${name}.example`],
    })),
  };
}

/** The cookies of people on the sign-in pages and in the set-up portal, new from time to time. */
function cookieJar(world: FuzzWorld) {
  const { app, tenantId, tokens } = world;
  const events = ['SignIn', 'Register', 'ForgotPassword'] as const;
  let [uses, setupUses, cookie, setup] = [0, 0, '', ''];
  return {
    async interaction(): Promise<string> {
      uses += 1;
      if (uses % 20 === 1) {
        const person = visitor(app, tenantId);
        await person.arrive({ redirect_uri: `${app.app.endpointOf(tenantId)}/demo-app` });
        await person.start(events[Math.floor(uses / 20) % events.length] ?? 'SignIn');
        cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      }
      return cookie;
    },
    async setup(): Promise<string> {
      setupUses += 1;
      if (setupUses % 10 === 1) {
        const customer = setupVisitor(app, tenantId);
        // Without a link, if an input has ended the token.
        const link = await createLink(app, tokens.management, {}, tenantId).catch(() => undefined);
        setup = link && (await customer.open(link)) ? customer.cookie : '';
      }
      return setup;
    },
  };
}

/** Headers with the token or the cookies that an operation needs. */
export function authorizer(world: FuzzWorld) {
  const { app, tenantId, tokens } = world;
  const jar = cookieJar(world);
  return async (contract: AnyEndpoint): Promise<Record<string, string>> => {
    const { kind } = contract.auth;
    if (kind === 'interaction' || kind === 'setup' || kind === 'none') {
      const cookie = kind === 'setup' ? await jar.setup() : await jar.interaction();
      return { cookie, origin: app.app.endpointOf(tenantId) };
    }
    const authorization = `Bearer ${tokenOf({ ...world, tokens }, contract)}`;
    return contract.proof ? { authorization, [verificationIdHeader]: world.proof } : { authorization };
  };
}
