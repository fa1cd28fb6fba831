import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../server/src/testing/flows.ts';
import { spawnCli } from '../../server/src/testing/processes.ts';
import type { DatabaseCluster } from './database.ts';
import { type Member, member } from './programs.ts';

const root = join(import.meta.dirname, '../..');

export type WebNode = Member & { endpoint: string; adminEndpoint: string };

export type NodeOptions = {
  /** How many nodes there are. */
  count?: number;
  /** Environment of one node, such as another address of the database. */
  envOf?(index: number, urls: DatabaseCluster['urls']): Promise<Record<string, string>>;
  /** The program of one node. */
  mainOf?(index: number): string;
};

export type NodeCluster = { nodes: WebNode[]; endpoint: string; environment: Record<string, string> };

export const balancerConfig = (frontends: { port: number; backends: number[] }[]) => `global
  maxconn 8000
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout http-request 10s
  timeout server 60s
  option redispatch
  retries 3
  retry-on conn-failure empty-response
${frontends
  .map(
    ({ port, backends }, index) => `frontend in${index}
  bind 127.0.0.1:${port}
  # If no node is ready, they answer for themselves: with Retry-After, and what needs no write still works.
  use_backend any${index} if { nbsrv(nodes${index}) eq 0 }
  default_backend nodes${index}
backend any${index}
  balance roundrobin
${backends.map((backend, number) => `  server node${number + 1} 127.0.0.1:${backend}`).join('\n')}
backend nodes${index}
  balance roundrobin
  option httpchk GET /readyz
  http-check expect rstatus ^2
  default-server inter 500ms fastinter 100ms fall 1 rise 1
${backends.map((backend, number) => `  server node${number + 1} 127.0.0.1:${backend} check`).join('\n')}`,
  )
  .join('\n')}
`;

/** Nodes of Postern behind HAProxy. */
export async function startNodes(
  folder: string,
  { urls }: DatabaseCluster,
  { count = 3, envOf, mainOf }: NodeOptions = {},
): Promise<NodeCluster> {
  const ports = await Promise.all(
    Array.from({ length: count }, async () => [await freePort(), await freePort()] as const),
  );
  const [port, adminPort] = [await freePort(), await freePort()];
  const endpoint = `http://localhost:${port}`;
  const environment = {
    DATABASE_URL: urls.pooled,
    DATABASE_DIRECT_URL: urls.direct,
    DATABASE_READ_URL: urls.read,
    DATABASE_POOL_MODE: 'transaction',
    ENDPOINT: endpoint,
    ADMIN_ENDPOINT: `http://localhost:${adminPort}`,
    SECRET_VAULT_KEK: randomBytes(32).toString('base64'),
    TRUST_PROXY: '1',
    NODE_ENV: 'production',
  };
  const migrated = await spawnCli(['db', 'migrate'], { ...environment, DATA_DIR: join(folder, 'cli') });
  if (migrated.code !== 0) {
    throw new Error(`The migration failed: ${migrated.err}`);
  }
  const nodes: WebNode[] = [];
  for (const [index, [nodePort, nodeAdminPort]] of ports.entries()) {
    const name = `node${index + 1}`;
    await mkdir(join(folder, name));
    const node = member({
      name,
      folder,
      command: process.execPath,
      args: ['--disable-warning=ExperimentalWarning', mainOf?.(index) ?? join(root, 'server/dist/main.js')],
      env: {
        ...environment,
        DATA_DIR: join(folder, name),
        PORT: String(nodePort),
        ADMIN_PORT: String(nodeAdminPort),
        LOG_LEVEL: 'warn',
        ...(await envOf?.(index, urls)),
      },
      isReady: async () => (await fetch(`http://127.0.0.1:${nodePort}/readyz`)).ok,
    });
    await node.start();
    nodes.push(
      Object.assign(node, {
        endpoint: `http://127.0.0.1:${nodePort}`,
        adminEndpoint: `http://127.0.0.1:${nodeAdminPort}`,
      }),
    );
  }
  await writeFile(
    join(folder, 'web.cfg'),
    balancerConfig([
      { port, backends: ports.map(([one]) => one) },
      { port: adminPort, backends: ports.map(([, two]) => two) },
    ]),
  );
  const balancer = member({
    name: 'web',
    folder,
    command: 'haproxy',
    args: ['-db', '-f', join(folder, 'web.cfg')],
    isReady: async () => (await fetch(`${endpoint}/api/status`)).status === 204,
  });
  await balancer.start();
  return { nodes, endpoint, environment };
}
