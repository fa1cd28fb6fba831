import { setTimeout as sleep } from 'node:timers/promises';
import { managementApiIndicator } from '@postern/contracts/wire';
import { Client } from 'undici';
import { basic, form } from './calls.ts';
import { residentMegabytes } from './processes.ts';
import type { BenchServer } from './server.ts';
import type { SoakData } from './soak-data.ts';
import { pickTenant } from './soak-load.ts';
import { percentile } from './soak-samples.ts';
import { idOf } from './tenants.ts';

const connectAtOnce = 100;

export type Burst = {
  statuses: Record<string, number>;
  withoutRetryAfter: number;
  failed: number;
  seconds: number;
  p50Refused: number;
  p99Refused: number;
  memoryBefore: number;
  memoryPeak: number;
  memoryAfter: number;
};

/** Opens so many connections, then sends a request for a token over each of them at the same moment. */
export async function sendBurst(
  server: BenchServer,
  origin: string,
  domain: string,
  data: SoakData,
  count: number,
): Promise<Burst> {
  const memoryBefore = residentMegabytes(server.pid);
  const clients = Array.from({ length: count }, () => new Client(origin, { keepAliveTimeout: 120_000 }));
  const hostOf = (tenant: number) => `${idOf(tenant)}${domain}`;
  for (let first = 0; first < count; first += connectAtOnce) {
    await Promise.all(
      clients.slice(first, first + connectAtOnce).map(async (client) => {
        const { body } = await client.request({ path: '/oidc/jwks', method: 'GET', headers: { host: hostOf(0) } });
        await body.dump();
      }),
    );
  }
  const burst: Burst = {
    statuses: {},
    withoutRetryAfter: 0,
    failed: 0,
    seconds: 0,
    p50Refused: 0,
    p99Refused: 0,
    memoryBefore,
    memoryPeak: memoryBefore,
    memoryAfter: 0,
  };
  const watching = setInterval(() => {
    burst.memoryPeak = Math.max(burst.memoryPeak, residentMegabytes(server.pid));
  }, 100);
  const refused: number[] = [];
  const startedAt = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      const tenant = pickTenant(data.tenants);
      const resource = managementApiIndicator(idOf(tenant));
      try {
        const { statusCode, headers, body } = await client.request({
          path: '/oidc/token',
          method: 'POST',
          headers: { host: hostOf(tenant), ...form, authorization: basic(data.machine) },
          body: String(new URLSearchParams({ grant_type: 'client_credentials', resource, scope: 'all' })),
        });
        await body.dump();
        burst.statuses[statusCode] = (burst.statuses[statusCode] ?? 0) + 1;
        if (statusCode === 503) {
          refused.push(performance.now() - startedAt);
          burst.withoutRetryAfter += Number(headers['retry-after']) > 0 ? 0 : 1;
        }
      } catch (error) {
        burst.failed += 1;
        if (burst.failed === 1) {
          console.error(`burst: ${error}`);
        }
      }
    }),
  );
  burst.seconds = (performance.now() - startedAt) / 1000;
  burst.p50Refused = percentile(refused, 0.5);
  burst.p99Refused = percentile(refused, 0.99);
  await Promise.all(clients.map((client) => client.destroy()));
  clearInterval(watching);
  await sleep(1000);
  burst.memoryAfter = residentMegabytes(server.pid);
  return burst;
}
