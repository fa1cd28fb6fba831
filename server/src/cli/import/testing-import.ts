import { usersApi } from '@postern/contracts/people/users';
import { callCli } from '#testing/cli';
import type { TestApp } from '#testing/test-app';
import { databaseUrl } from '../../platform/testing/databases.ts';

type Counted = Record<string, { created: number; existing: number }>;
type Report = { counts: Counted; notImported: { kind: string; name: string; reason: string }[] };

/** The import commands, in this process, for a tenant of a test. */
export function importer(app: TestApp, more: Record<string, string> = {}) {
  const environment = {
    DATABASE_URL: databaseUrl(app.address),
    ENDPOINT: 'http://core.test',
    ADMIN_ENDPOINT: 'http://admin.test',
    ...more,
  };
  const call = (...args: string[]) => callCli(['import', ...args], environment);
  return {
    call,
    /** The report of a command that succeeds. */
    async report(...args: string[]): Promise<Report> {
      const { code, out, err } = await call(...args, '--json');
      if (code !== 0) {
        throw new Error(err);
      }
      return JSON.parse(out) as Report;
    },
    /** The status of checking a password: 204 if it is right. */
    async verify(token: string, username: string, password: string): Promise<number> {
      const { body } = await app.call(usersApi.list, { token, query: { search: `%${username}%` } });
      const [user] = body;
      const answer = await app.call(usersApi.verifyPassword, {
        token,
        params: { userId: user?.id ?? 'nobody' },
        body: { password },
      });
      return answer.status;
    },
  };
}

/** Only kinds with new objects. */
export const newOnes = ({ counts }: Report) =>
  Object.fromEntries(Object.entries(counts).flatMap(([kind, { created }]) => (created > 0 ? [[kind, created]] : [])));

export const reasons = ({ notImported }: Report) =>
  notImported.map(({ kind, name, reason }) => `${kind} ${name}: ${reason}`);
