import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { lookupLocally } from './http.ts';
import { type Line, measure } from './measure.ts';
import { type BenchServer, freePort, startServer } from './server.ts';
import type { Jar } from './sign-in.ts';
import { managementOf, person, visit } from './visit.ts';

const options = { count: 5000, warmUp: 500, connections: 16 };

/** The origin is in this process, so the CPU time of the server is what the proxy adds to a direct call. */
async function measureOn(server: BenchServer, origin: string, port: number): Promise<Line[]> {
  const manage = await managementOf(server);
  await manage('POST', '/api/users', person);
  await manage('POST', '/api/applications', {
    name: 'Bench',
    type: 'Protected',
    protectedAppMetadata: { subDomain: 'bench', origin },
  });
  const address = `http://bench.apps.localhost:${port}`;
  const jar: Jar = new Map();
  await visit(server, jar, `${address}/`, (url) => url === `${address}/` && jar.has('postern-proxy-session'));
  const agent = new Agent({ connections: 16, pipelining: 1, connect: { lookup: lookupLocally } });
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  async function get(url: string, expected: string) {
    const response = await request(url, { dispatcher: agent, headers: { cookie } });
    const text = await response.body.text();
    if (response.statusCode !== 200 || text !== expected) {
      throw new Error(`${url} answered ${response.statusCode}: ${text.slice(0, 200)}`);
    }
  }
  const direct = await measure(server, 'proxy: the same page without the proxy', options, () =>
    get(`${origin}/page`, 'page'),
  );
  const proxied = await measure(server, 'proxy: a page in a session', { ...options, budget: [0.3, 0.3] }, () =>
    get(`${address}/page`, 'page'),
  );
  await agent.close();
  return [direct, proxied];
}

/** Uses its own server, which has a proxy. */
export async function measureProxy(): Promise<Line[]> {
  const origin = createServer((_request, response) => response.end('page'));
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
  const dataDir = await mkdtemp(join(tmpdir(), 'postern-bench-'));
  const port = await freePort();
  const server = await startServer(dataDir, {
    PROTECTED_APPS_ENDPOINT: `http://*.apps.localhost:${port}`,
    PROTECTED_APPS_PORT: String(port),
    ALLOW_PRIVATE_EGRESS: 'true',
  });
  try {
    return await measureOn(server, `http://127.0.0.1:${(origin.address() as AddressInfo).port}`, port);
  } finally {
    await server.stop();
    origin.closeAllConnections();
    origin.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
