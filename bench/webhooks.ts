import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Line } from './measure.ts';
import { onDatabase } from './prepare.ts';
import { cpuSeconds } from './processes.ts';
import { type BenchServer, startServer } from './server.ts';

const count = 5000;

/** An endpoint that accepts everything and counts it. */
async function startReceiver() {
  let received = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      received += 1;
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    received: () => received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const cpu = (server: BenchServer) => [cpuSeconds(server.pid).own, cpuSeconds(server.postgresPid).withChildren] as const;

/** Events about different users in the outbox, each with a delivery, a signature, a request and a log entry. */
async function measureDeliveries(server: BenchServer, hooks: number): Promise<Line> {
  const receiver = await startReceiver();
  try {
    return await onDatabase(server, async (client) => {
      await client.query('delete from hooks');
      await client.query(
        `insert into hooks (id, name, events, config, signing_key)
         select 'bench' || n, 'Bench', '["User.Created"]', jsonb_build_object('url', $1::text), repeat('k', 32)
         from generate_series(1, $2::int) n`,
        [receiver.url, hooks],
      );
      await client.query(
        `insert into outbox (id, name, subject_id)
         select gen_random_uuid(), 'User.Created', 'bench' || n from generate_series(1, ${count / hooks}) n`,
      );
      // The server is not notified of them: it polls, and the measurement starts when it does.
      while (receiver.received() === 0) {
        await sleep(5);
      }
      const startedAt = performance.now();
      const before = cpu(server);
      while (receiver.received() < count) {
        await sleep(5);
      }
      const seconds = (performance.now() - startedAt) / 1000;
      const after = cpu(server);
      const [serverCpuMs, postgresCpuMs] = [after[0] - before[0], after[1] - before[1]].map(
        (value) => (value * 1000) / count,
      ) as [number, number];
      const name = `webhooks: deliveries to ${hooks === 1 ? 'one endpoint' : `${hooks} webhooks`}`;
      return {
        name,
        requests: count,
        rps: count / seconds,
        serverCpuMs,
        postgresCpuMs,
        p50: 0,
        p95: 0,
        p99: 0,
        errors: 0,
      };
    });
  } finally {
    receiver.close();
  }
}

/** Has its own server: the endpoint is on this machine, which is not allowed otherwise. */
export async function measureWebhooks(): Promise<Line[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postern-bench-'));
  const server = await startServer(dataDir, { ALLOW_PRIVATE_EGRESS: 'true' });
  try {
    return [await measureDeliveries(server, 1), await measureDeliveries(server, 2)];
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
