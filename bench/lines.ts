import { applicationsApi } from '@postern/contracts/access/applications';
import { pathOf } from '@postern/contracts/endpoint';
import { usersApi } from '@postern/contracts/people/users';
import { managementApiIndicator } from '@postern/contracts/wire';
import { measureAudit, measureChain } from './audit.ts';
import { basic, form, managementToken, send } from './calls.ts';
import { measureDashboard } from './dashboard.ts';
import { measureDirectorySync } from './directory-sync.ts';
import { measureFactors } from './factors.ts';
import { importUsers } from './import-users.ts';
import { measureJobs } from './jobs.ts';
import { type Line, measure } from './measure.ts';
import { measureOrganizations } from './organizations.ts';
import { drainOutbox } from './outbox.ts';
import { measureOverload } from './overload.ts';
import { assignBenchRoles, benchResource, createMachine, insertAuthorization, insertUsers } from './prepare.ts';
import { measureProxy } from './proxy.ts';
import { measurePurge } from './purge.ts';
import { measureSaml } from './saml.ts';
import type { BenchServer } from './server.ts';
import { signInFlow } from './sign-in.ts';
import { measureSignIn, measureSignInAmongMany } from './sign-in-lines.ts';
import { measureTenants } from './tenants.ts';
import { measureWebhooks } from './webhooks.ts';

export type BenchLine = { name: string; run(server: BenchServer): Promise<Line[]> };

async function listUsers(
  server: BenchServer,
  name: string,
  budget: Line['budget'],
  query = 'page=1&page_size=20',
): Promise<Line> {
  const authorization = `Bearer ${await managementToken(server)}`;
  const url = `${server.endpoint}${pathOf(usersApi.list)}?${query}`;
  return measure(
    server,
    name,
    { count: 2000, budget },
    async () => void (await send(url, { headers: { authorization } })),
  );
}

export const lines: BenchLine[] = [
  {
    name: 'token',
    async run(server) {
      const machine = await createMachine(server);
      const body = String(
        new URLSearchParams({
          grant_type: 'client_credentials',
          resource: managementApiIndicator('default'),
          scope: 'all',
        }),
      );
      const headers = { ...form, authorization: basic(machine) };
      return [
        await measure(
          server,
          'token: client_credentials, JWT',
          { count: 5000, budget: [0.8, 0.1], floor: 'engine' },
          async () => {
            await send(`${server.endpoint}/oidc/token`, { method: 'POST', headers, body });
          },
        ),
      ];
    },
  },
  {
    name: 'script',
    async run(server) {
      const machine = await createMachine(server);
      const authorization = `Bearer ${await managementToken(server)}`;
      const script = `const getCustomJwtClaims = async ({ token, environmentVariables }) => ({
        plan: environmentVariables.PLAN, asked: token.scope.split(' ') });`;
      const url = `${server.endpoint}/api/configs/jwt-customizer/client-credentials`;
      await send(url, {
        method: 'PUT',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ script, environmentVariables: { PLAN: 'gold' } }),
        status: 201,
      });
      const body = String(
        new URLSearchParams({
          grant_type: 'client_credentials',
          resource: managementApiIndicator('default'),
          scope: 'all',
        }),
      );
      const headers = { ...form, authorization: basic(machine) };
      const line = await measure(server, 'token with a script', { count: 2000 }, async () => {
        await send(`${server.endpoint}/oidc/token`, { method: 'POST', headers, body });
      });
      await send(url, { method: 'DELETE', headers: { authorization }, status: 204 });
      return [line];
    },
  },
  {
    name: 'jwks',
    run: async (server) => [
      await measure(
        server,
        'jwks',
        { count: 5000, budget: [0.12, 0.01] },
        async () => void (await send(`${server.endpoint}/oidc/jwks`, {})),
      ),
      await measure(server, 'discovery', { count: 5000, budget: [0.12, 0.01] }, async () => {
        await send(`${server.endpoint}/oidc/.well-known/openid-configuration`, {});
      }),
    ],
  },
  { name: 'sign-in', run: measureSignIn },
  {
    name: 'authorization',
    async run(server) {
      const machines = await insertAuthorization(server, { applications: 10_000, roles: 1000 });
      const ask = String(
        new URLSearchParams({
          grant_type: 'client_credentials',
          resource: benchResource,
          scope: Array.from({ length: 20 }, (_, index) => `scope:${index}`).join(' '),
        }),
      );
      const among = 'of 10,000 applications, 1,000 roles';
      const token = await measure(
        server,
        `token: ${among}`,
        { count: 10_000, warmUp: 10_000, budget: [0.8, 0.1], floor: 'engine' },
        async (index) => {
          const machine = machines[index % machines.length] ?? { id: '', secret: '' };
          const headers = { ...form, authorization: basic(machine) };
          await send(`${server.endpoint}/oidc/token`, { method: 'POST', headers, body: ask });
        },
      );
      const plain = await signInFlow(server);
      const forResource = await signInFlow(server, { resource: benchResource });
      await assignBenchRoles(server);
      for (let index = 0; index < 100; index += 1) {
        await plain.signIn(index);
        await forResource.signIn(index);
      }
      const refresh = await measure(
        server,
        `refresh: ${among}`,
        { count: 1500, warmUp: 150, budget: [1.6, 1.0] },
        plain.refresh,
      );
      // The same with a second signature, for the access token of the resource.
      const resource = await measure(
        server,
        `refresh for a resource: ${among}`,
        { count: 1500, warmUp: 150 },
        forResource.refresh,
      );
      return [token, refresh, resource];
    },
  },
  {
    name: 'users',
    async run(server) {
      await insertUsers(server, 1000);
      const small = await listUsers(server, 'users: first page of 1,000', [0.9, 0.4]);
      await insertUsers(server, 99_000);
      const large = await listUsers(server, 'users: first page of 100,000', [0.9, 1.0]);
      const authorization = `Bearer ${await managementToken(server)}`;
      const search = await measure(
        server,
        'users: search %text% over 100,000',
        { count: 300, warmUp: 30, connections: 1 },
        async (index) => {
          await send(`${server.endpoint}/api/users?search=${encodeURIComponent(`%person${index * 313}@%`)}`, {
            headers: { authorization },
          });
        },
      );
      return [small, large, search];
    },
  },
  // Runs after the line that creates this many users; on its own it creates them.
  { name: 'sign-in among 100,000', run: measureSignInAmongMany },
  { name: 'users-import', run: async (server) => importUsers(server, await managementToken(server)) },
  { name: 'directory-sync', run: async (server) => measureDirectorySync(server, await managementToken(server)) },
  {
    name: 'create user',
    async run(server) {
      const authorization = `Bearer ${await managementToken(server)}`;
      const run = Math.random().toString(36).slice(2, 8);
      return [
        await measure(
          server,
          'create user with a password',
          { count: 300, warmUp: 20, connections: 8, budget: [17, 1], hashes: 1 },
          async (index) => {
            const body = JSON.stringify({
              username: `u_${run}_${index}_${Math.random().toString(36).slice(2, 8)}`,
              password: 'a long enough secret',
            });
            await send(`${server.endpoint}/api/users`, {
              method: 'POST',
              headers: { authorization, 'content-type': 'application/json' },
              body,
            });
          },
        ),
      ];
    },
  },
  { name: 'outbox', run: drainOutbox },
  { name: 'webhooks', run: measureWebhooks },
  {
    name: 'applications',
    async run(server) {
      const authorization = `Bearer ${await managementToken(server)}`;
      return [
        await measure(server, 'applications: first page', { count: 2000 }, async () => {
          await send(`${server.endpoint}${pathOf(applicationsApi.list)}?page=1&page_size=20`, {
            headers: { authorization },
          });
        }),
      ];
    },
  },
];

/** Takes minutes to prepare, so it runs only if named: `npm run bench million`. */
export const namedLines: BenchLine[] = [
  { name: 'tenants', run: measureTenants },
  { name: 'purge', run: measurePurge },
  { name: 'jobs', run: measureJobs },
  { name: 'organizations', run: measureOrganizations },
  { name: 'audit', run: measureAudit },
  { name: 'chain', run: measureChain },
  { name: 'dashboard', run: measureDashboard },
  { name: 'factors', run: measureFactors },
  { name: 'saml', run: measureSaml },
  { name: 'proxy', run: measureProxy },
  { name: 'overload', run: measureOverload },
  {
    name: 'million',
    async run(server) {
      await insertUsers(server, 1_000_000);
      return [await listUsers(server, 'users: first page of 1,000,000', [0.9, 1.0])];
    },
  },
];
