import { pathOf } from '@postern/contracts/endpoint';
import { type ImportFile, userImportsApi } from '@postern/contracts/people/user-imports';
import { type UserJob, userJobsApi } from '@postern/contracts/people/user-jobs';
import type { Line } from './measure.ts';
import { cpuSeconds } from './processes.ts';
import type { BenchServer } from './server.ts';

const count = 50_000;
const digest = '$2b$10$Z6hUTEEeoJXN5/AmSm/4.eZ75RYgFVriQM9LPhNEC7kbAbS/VAaJ2';

function makeFile(): string {
  const rows = Array.from(
    { length: count },
    (_, n) => `import${n}@example.org,import_${n},Person ${n},${digest},2024-01-01T00:00:00Z\n`,
  );
  return `email,username,name,passwordDigest,createdAt\n${rows.join('')}`;
}

/**
 * Imports a file with existing hashes, measured from the start to the end of its job; the upload is a separate line.
 */
export async function importUsers(server: BenchServer, token: string): Promise<Line[]> {
  const authorization = `Bearer ${token}`;
  const call = async <T>(method: string, path: string, body?: string, type = 'application/json'): Promise<T> => {
    const headers = { authorization, ...(body === undefined ? {} : { 'content-type': type }) };
    const response = await fetch(server.endpoint + path, { method, headers, body });
    if (!response.ok) {
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    }
    return (await response.json()) as T;
  };

  async function timed(name: string, work: () => Promise<void>, budget?: Line['budget']): Promise<Line> {
    const spent = () => [cpuSeconds(server.pid).own, cpuSeconds(server.postgresPid).withChildren] as const;
    const [startedAt, before] = [performance.now(), spent()];
    await work();
    const [seconds, after] = [(performance.now() - startedAt) / 1000, spent()];
    const cpu = (index: 0 | 1) => ((after[index] - before[index]) * 1000) / count;
    const times = { p50: 0, p95: 0, p99: 0 };
    const line = { name, requests: count, rps: count / seconds, serverCpuMs: cpu(0), postgresCpuMs: cpu(1) };
    return { ...line, ...times, errors: 0, ...(budget ? { budget } : {}) };
  }

  let file: ImportFile | undefined;
  const upload = await timed('users-import: upload, per user', async () => {
    file = await call<ImportFile>('POST', pathOf(userImportsApi.upload), makeFile(), 'text/csv');
  });
  const run = await timed('users-import: users with ready-made hashes', async () => {
    let job = await call<UserJob>('POST', pathOf(userImportsApi.start, { id: file?.id ?? '' }), '{}');
    while (job.state === 'queued' || job.state === 'running') {
      await new Promise((resolve) => setTimeout(resolve, 50));
      job = await call<UserJob>('GET', pathOf(userJobsApi.get, { id: job.id }));
    }
    if (job.counts.created !== count) {
      throw new Error(`The import ended as ${JSON.stringify(job)}.`);
    }
  });
  return [upload, run];
}
