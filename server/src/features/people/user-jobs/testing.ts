import type { BodyInputOf } from '@postern/contracts/endpoint';
import { type ImportFile, userImportsApi } from '@postern/contracts/people/user-imports';
import { type UserJob, type UserJobFinding, userJobsApi } from '@postern/contracts/people/user-jobs';
import { expect } from 'vitest';
import type { TestApp } from '#testing/test-app';

type Options = BodyInputOf<typeof userImportsApi.start>;

/** Runs imports through the API. */
export function importer(app: TestApp, token: string, tenantId = 'default') {
  const server = tenantId === 'admin' ? app.admin : app.core;

  async function upload(content: string | Buffer, name = 'users.csv', type = 'text/csv') {
    const { host } = new URL(app.app.endpointOf(tenantId));
    const headers = { host, authorization: `Bearer ${token}`, 'content-type': type };
    const url = `${userImportsApi.upload.path}?name=${encodeURIComponent(name)}`;
    const { status, body } = await app.inject(server, { method: 'POST', url, headers, payload: content });
    // The response of the contract, or an error that the test inspects.
    return { status, body: body as ImportFile & { code?: string; message?: string; details?: string } };
  }

  const read = async (id: string) => (await app.call(userJobsApi.get, { token, tenantId, params: { id } })).body;

  async function finish(id: string, timeout = 30_000): Promise<UserJob> {
    const states = ['succeeded', 'failed', 'canceled'];
    await expect.poll(async () => states.includes((await read(id)).state), { timeout, interval: 20 }).toBe(true);
    return read(id);
  }

  const start = async (fileId: string, options: Options = {}) =>
    app.call(userImportsApi.start, { token, tenantId, params: { id: fileId }, body: options });

  async function report(id: string): Promise<UserJobFinding[]> {
    const query = { page_size: '100' };
    return (await app.call(userJobsApi.report, { token, tenantId, params: { id }, query })).body;
  }

  /** Uploads a file, runs the job to its end and returns the report. */
  async function run(content: string | Buffer, options: Options = {}, name?: string) {
    const file = await upload(content, name);
    expect(file).toMatchObject({ status: 200 });
    const started = await start(file.body.id, options);
    expect(started).toMatchObject({ status: 200 });
    const job = await finish(started.body.id);
    return { file: file.body, job, findings: await report(job.id) };
  }

  return { upload, start, read, finish, report, run };
}
