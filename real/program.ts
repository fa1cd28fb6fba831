import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Fails with the name of the package if a program is not there. */
export function requireFile(path: string, debianPackage: string): string {
  if (!existsSync(path)) {
    throw new Error(`${path} is missing. Install the Debian package ${debianPackage}, or run npm run test:real.`);
  }
  return path;
}

/** A folder that programs under other accounts can read. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'postern-real-'));
  await chmod(folder, 0o755);
  return folder;
}

export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true });

export type Program = { child: ChildProcess; output(): string; stop(): Promise<void> };

async function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

const patienceMs = 30_000;

/** Starts a program in the foreground and waits until it listens on a port of 127.0.0.1. */
export async function startProgram(
  command: string,
  args: string[],
  { port, env = {} }: { port: number; env?: Record<string, string> },
): Promise<Program> {
  let text = '';
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-20_000);
    });
  }
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const deadline = Date.now() + patienceMs;
  while (!(await isListening(port))) {
    if (failure || child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${command} did not start: ${failure?.message ?? text}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    child,
    output: () => text,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
      }
      await ended;
    },
  };
}
