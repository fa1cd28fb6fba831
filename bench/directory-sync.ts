import { pathOf } from '@postern/contracts/endpoint';
import { directorySyncApi, type NewDirectoryToken } from '@postern/contracts/people/directory-sync';
import { type SsoConnector, ssoConnectorsApi } from '@postern/contracts/people/sso-connectors';
import { type Line, measure } from './measure.ts';
import { cpuSeconds } from './processes.ts';
import type { BenchServer } from './server.ts';

const count = 10_000;
const perRequest = 500;

const person = (name: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `${name}@directory.example`,
  externalId: name,
  name: { givenName: 'Person', familyName: name },
  emails: [{ value: `${name}@directory.example`, type: 'work', primary: true }],
  active: true,
});

/** A directory sends 10,000 users, in bulk and one by one. */
export async function measureDirectorySync(server: BenchServer, token: string): Promise<Line[]> {
  const call = async <T>(path: string, body: object, authorization: string): Promise<T> => {
    const response = await fetch(server.endpoint + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${authorization}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) {
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    }
    return (await response.json()) as T;
  };
  const run = Math.random().toString(36).slice(2, 8);
  const connector = { providerName: 'OIDC', connectorName: `Directory ${run}`, domains: ['directory.example'] };
  const { id } = await call<SsoConnector>(pathOf(ssoConnectorsApi.create), connector, token);
  const tokens = pathOf(directorySyncApi.createToken, { id });
  const { token: secret } = await call<NewDirectoryToken>(tokens, { name: 'Bench' }, token);
  const base = `/scim/v2/${id}`;

  const spent = () => [cpuSeconds(server.pid).own, cpuSeconds(server.postgresPid).withChildren] as const;
  const [startedAt, before] = [performance.now(), spent()];
  let errors = 0;
  for (let first = 0; first < count; first += perRequest) {
    const Operations = Array.from({ length: perRequest }, (_, n) => ({
      method: 'POST',
      path: '/Users',
      bulkId: String(n),
      data: person(`${run}-${first + n}`),
    }));
    const answer = await call<{ Operations: { status: string }[] }>(`${base}/Bulk`, { Operations }, secret);
    errors += answer.Operations.filter(({ status }) => status !== '201').length;
  }
  const [seconds, after] = [(performance.now() - startedAt) / 1000, spent()];
  const cpu = (index: 0 | 1) => ((after[index] - before[index]) * 1000) / count;
  const bulk: Line = {
    name: 'directory-sync: 10,000 users in bulk, per user',
    requests: count,
    rps: count / seconds,
    serverCpuMs: cpu(0),
    postgresCpuMs: cpu(1),
    p50: 0,
    p95: 0,
    p99: 0,
    errors,
  };
  // Warm-up and measurement count from 0, so each needs names of its own.
  let created = 0;
  const single = await measure(server, 'directory-sync: create a user', { count: 2000, connections: 8 }, async () => {
    created += 1;
    await call(`${base}/Users`, person(`${run}-single-${created}`), secret);
  });
  const find = await measure(server, 'directory-sync: find a user by name', { count: 2000 }, async (n) => {
    const filter = encodeURIComponent(`userName eq "${run}-${n % count}@directory.example"`);
    const response = await fetch(`${server.endpoint}${base}/Users?filter=${filter}`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    if (!response.ok) {
      throw new Error(`the search answered ${response.status}`);
    }
    await response.arrayBuffer();
  });
  return [bulk, single, find];
}
