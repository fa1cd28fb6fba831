import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { pathOf } from '@postern/contracts/endpoint';
import { adminTenantId, defaultTenantId } from '@postern/contracts/wire';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { inject } from 'vitest';
import { type Config, readConfig } from '#platform/config/config';
import type { DatabaseAddress } from '#platform/db/db';
import { migrate } from '#platform/migrations/migrate';
import { createLog } from '#platform/observe/log';
import { createDatabase, type TestDatabase } from '#platform/testing/databases';
import { removeFolder } from '#platform/testing/remove-folder';
import { createApp, type Running } from '../app.ts';
import { cookieKeysOf } from '../features/access/oidc/index.ts';
import { createAnswerCheck } from './check-answers.ts';
import { createMachine } from './tokens.ts';
import type { Answer, CallInput, Environment, TestApp } from './types.ts';

export type { Answer, TestApp };

const quiet = { write: () => undefined };

/** Temporary folders that are removed after the servers that use them have stopped. */
function testFolders() {
  const made: string[] = [];
  return {
    async config(environment: Environment): Promise<Config> {
      const folder = await mkdtemp(join(tmpdir(), 'postern-files-'));
      made.push(folder);
      // Nodes that share a database must have the same key.
      await writeFile(join(folder, 'vault.key'), `${Buffer.alloc(32, 5).toString('base64')}\n`, { mode: 0o600 });
      // Test users have more tenants than usual.
      const limits = { MAX_DEVELOPMENT_TENANTS: '1000' };
      return readConfig({ PORT: '0', ADMIN_PORT: '0', DATA_DIR: folder, ...limits, ...environment });
    },
    remove: () => Promise.all(made.map((folder) => removeFolder(folder))),
  };
}

async function prepareTemplate(address: DatabaseAddress, environment: Environment): Promise<void> {
  await migrate(address);
  const folders = testFolders();
  // Without a vault key, so that its values can be read with any key.
  const config = await folders.config({ ...environment, DATABASE_URL: 'postgres://unused' });
  const running = await createApp(config, createLog('silent', quiet), address);
  // Creates the RSA companions of the signing keys once, not in every copy of the template.
  for (const tenantId of [adminTenantId, ...(environment.EDITION === 'cloud' ? [] : [defaultTenantId])]) {
    await cookieKeysOf(running.app, tenantId);
  }
  await running.stop();
  await folders.remove();
}

/**
 * The product with its own database, called through `inject`. All API tests use it. The database is a copy of a
 * template, or a given one.
 */
export async function testApp(environment: Environment = {}, given?: TestDatabase): Promise<TestApp> {
  const edition = environment.EDITION ?? 'oss';
  const ports = {
    ENDPOINT: edition === 'cloud' ? 'http://*.core.test' : 'http://core.test',
    ADMIN_ENDPOINT: 'http://admin.test',
  };
  const settings = { ...ports, ...environment };
  const database =
    given ??
    (await createDatabase(inject('postgres'), `postern_template_${inject('run')}_${edition}`, (address) =>
      prepareTemplate(address, { EDITION: edition, ...ports }),
    ));
  const logs: string[] = [];
  const folders = testFolders();
  const config = await folders.config(settings);
  const running = await createApp(
    config,
    createLog('debug', { write: (line) => void logs.push(line) }),
    database.address,
  );
  const checkAnswer = createAnswerCheck(() => running.app.endpoints);
  const others: Running[] = [];

  async function send(server: FastifyInstance, options: InjectOptions): Promise<Answer> {
    const { statusCode, payload, headers } = await server.inject(options);
    checkAnswer(options, { statusCode, payload, headers });
    const isJson = payload !== '' && String(headers['content-type']).includes('json');
    return { status: statusCode, body: isJson ? JSON.parse(payload) : payload, headers };
  }

  const hostOf = (tenantId: string) => new URL(running.app.endpointOf(tenantId)).host;

  async function call<E extends AnyEndpoint>(contract: E, input: CallInput<E> = {}): Promise<Answer<E>> {
    const isAdmin =
      ['me', 'cloud', 'operator', 'tenant'].includes(contract.auth.kind) || contract.path.includes('/endpoints/');
    const tenantId = input.tenantId ?? (isAdmin ? adminTenantId : defaultTenantId);
    const answer = await send(tenantId === adminTenantId ? running.admin : running.core, {
      method: contract.method,
      url: pathOf(contract, input.params),
      query: input.query ?? {},
      headers: {
        host: hostOf(tenantId),
        ...(input.token ? { authorization: `Bearer ${input.token}` } : {}),
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...input.headers,
      },
      ...(input.body === undefined ? {} : { payload: JSON.stringify(input.body) }),
    });
    return answer as Answer<E>;
  }

  const test: TestApp = {
    ...running,
    config,
    address: database.address,
    logs,
    call,
    inject: send,
    read: running.app.tenancy.read,
    write: (tenantId, work) => running.app.tenancy.write(tenantId, work, { changesSettings: true }),
    managementToken: (tenantId = defaultTenantId) =>
      createMachine(test, tenantId, [tenantId === adminTenantId ? 'm-admin' : 'admin-role']),
    async another(more = {}) {
      const nextConfig = await folders.config({ ...settings, ...more });
      const next = await createApp(nextConfig, createLog('silent', quiet), database.address);
      others.push(next);
      return { ...next, config: nextConfig };
    },
    async close() {
      await Promise.all([running, ...others].map((one) => one.stop()));
      await Promise.all([database.drop(), folders.remove()]);
    },
  };
  return test;
}
