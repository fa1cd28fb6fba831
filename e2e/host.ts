/**
 * Run by start-host.ts as a child process: starts and stops products, which share its loaded code. Each has its own
 * database, copied from a template, so products do not affect each other.
 */
import { createHash } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminTenantId, defaultTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { createApp, type Running } from '../server/src/app.ts';
import { runCli } from '../server/src/cli/run-cli.ts';
import { cookieKeysOf } from '../server/src/features/access/oidc/index.ts';
import { readConfig } from '../server/src/platform/config/config.ts';
import type { DatabaseAddress } from '../server/src/platform/db/db.ts';
import { migrate } from '../server/src/platform/migrations/migrate.ts';
import { createLog } from '../server/src/platform/observe/log.ts';
import { createDatabase, databaseUrl, renameDatabase } from '../server/src/platform/testing/databases.ts';
import { removeFolder } from '../server/src/platform/testing/remove-folder.ts';
import { vaultKey } from './vault-key.ts';

export type Environment = Record<string, string>;
export type StartOptions = {
  edition: 'oss' | 'cloud';
  ports: readonly [number, number];
  environment: Environment;
  /** The name of a database that `stopAndKeep` created; otherwise a migrated one without users. */
  template?: string;
};
type Started = { productId: number; databaseUrl: string };
type Hosted = { running: Running; address: DatabaseAddress; environment: Environment; stop(): Promise<void> };

const server: DatabaseAddress = JSON.parse(process.env.E2E_POSTGRES ?? '{}');
const products = new Map<number, Hosted>();
let count = 0;

function find(productId: number): Hosted {
  const product = products.get(productId);
  if (!product) {
    throw new Error(`Product ${productId} is not running.`);
  }
  return product;
}

async function prepareTemplate(address: DatabaseAddress, environment: Environment): Promise<void> {
  await migrate(address);
  const running = await createApp(readConfig(environment), createLog('silent'), address);
  // Creates the signing keys once instead of in every copy.
  for (const tenantId of [adminTenantId, ...(environment.EDITION === 'cloud' ? [] : [defaultTenantId])]) {
    await cookieKeysOf(running.app, tenantId);
  }
  await running.stop();
}

async function end(productId: number): Promise<Hosted> {
  const product = find(productId);
  products.delete(productId);
  await product.running.stop();
  await removeFolder(product.environment.DATA_DIR ?? '');
  return product;
}

export const commands = {
  async start({ edition, ports, environment: more, template }: StartOptions): Promise<Started> {
    const environment = {
      EDITION: edition,
      DATA_DIR: await mkdtemp(join(tmpdir(), 'postern-e2e-')),
      PORT: String(ports[0]),
      ADMIN_PORT: String(ports[1]),
      LOG_LEVEL: 'warn',
      SECRET_VAULT_KEK: vaultKey.toString('base64'),
      ...more,
    };
    const config = readConfig(environment);
    const { address, drop } = await createDatabase(server, template ?? `postern_template_${edition}`, (one) =>
      prepareTemplate(one, environment),
    );
    const running = await createApp(config, createLog(config.logLevel), address);
    await running.core.listen({ host: config.host, port: config.port });
    await running.admin.listen({ host: config.host, port: config.adminPort });
    await running.proxy?.listen({ host: config.host, port: config.protectedApps?.port ?? 0 });
    count += 1;
    products.set(count, { running, address, environment, stop: drop });
    return { productId: count, databaseUrl: databaseUrl(address) };
  },
  async stop(productId: number): Promise<void> {
    await (await end(productId)).stop();
  },
  /** Stops a product but keeps its database as a template for others. */
  async stopAndKeep(productId: number, template: string): Promise<void> {
    await renameDatabase(server, (await end(productId)).address, template);
  },
  /** Runs statements for a tenant, `*` for all of them; returns the rows of the last one. */
  async ask(productId: number, tenantId: string, statements: string[]): Promise<unknown[]> {
    const { tenancy } = find(productId).running.app;
    let rows: unknown[] = [];
    for (const text of statements) {
      const name = `fill_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
      rows =
        tenantId === '*'
          ? (await tenancy.system((db) => sql.raw(text).execute(db))).rows
          : await tenancy.run(tenantId, { name, text }, []);
    }
    return rows;
  },
  /** Runs a CLI command next to the running product; returns its output. */
  async cli(productId: number, words: string[], more: Environment): Promise<string> {
    const { environment, address } = find(productId);
    const [printed, complaints]: string[][] = [[], []];
    const code = await runCli(words, {
      environment: { ...environment, DATABASE_URL: databaseUrl(address), ...more },
      print: (line) => printed?.push(line),
      complain: (line) => complaints?.push(line),
    });
    if (code !== 0) {
      throw new Error(`${words.join(' ')}: ${complaints?.join('\n')}`);
    }
    return printed?.join('\n') ?? '';
  },
};

type Request = { id: number; command: keyof typeof commands; parameters: unknown[] };

process.on('message', async ({ id, command, parameters }: Request) => {
  const work = commands[command] as (...parameters: unknown[]) => Promise<unknown>;
  try {
    process.send?.({ id, answer: await work(...parameters) });
  } catch (error) {
    process.send?.({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
// The worker that started this process has exited.
process.on('disconnect', () => process.exit());
