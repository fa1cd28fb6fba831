import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The user that PostgreSQL runs as; undefined means the current user. */
export type Account = { name: string; uid: number; gid: number };

/**
 * Spawn options for all processes of the embedded database: no PG* variables, and a working directory they can enter.
 */
export const spawnOptions = (account: Account | undefined) => ({
  cwd: '/',
  env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  ...(account && { uid: account.uid, gid: account.gid }),
});

export function runAs(
  account: Account | undefined,
  file: string,
  args: string[],
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    try {
      execFile(file, args, spawnOptions(account), (error, stdout, stderr) => {
        resolve({ ok: !error, output: stderr || stdout || (error?.message ?? '') });
      });
    } catch (error) {
      // EACCES on the file is thrown directly and not passed to the callback.
      resolve({ ok: false, output: String(error) });
    }
  });
}

/** PostgreSQL refuses to run as root, so another user is needed. */
export function pickAccount(): Account {
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n').flatMap(parseAccount);
  const byName = (name: string) => accounts.find((account) => account.name === name);
  const picked = byName('postgres') ?? byName('_postgres') ?? byName('nobody') ?? accounts[0];
  if (!picked) throw new Error('PostgreSQL refuses to run as root, and /etc/passwd names no other user');
  return picked;
}

function parseAccount(line: string): Account[] {
  const [name, , uid, gid] = line.split(':');
  return name && Number(uid) > 0 ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
}
