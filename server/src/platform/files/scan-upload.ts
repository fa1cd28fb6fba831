import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { z } from 'zod';
import { AppError } from '#platform/http/errors';
import type { Log } from '#platform/observe/log';

/** A TCP address or the path of a socket. */
export type ScannerAddress = { host: string; port: number } | { path: string };

/** `127.0.0.1:3310`, `[::1]:3310` or `/run/clamav/clamd.ctl`. */
export const scannerAddress = z.string().transform((value, context): ScannerAddress => {
  const [, host, port] = /^(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(value) ?? [];
  if (value.startsWith('/')) {
    return { path: value };
  }
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) {
    context.addIssue({ code: 'custom', message: 'must be host:port or the path of a socket' });
    return z.NEVER;
  }
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
});

/** Throws if the file contains malware, or cannot be scanned. */
export type ScanUpload = (body: Buffer) => Promise<void>;

const maxChunk = 64 * 1024;
const maxAnswer = 4096;

/** A chunk is preceded by its length; a chunk of no bytes is the end (clamd(8), INSTREAM). */
function* chunksOf(body: Buffer): Generator<Buffer> {
  for (let start = 0; start < body.length; start += maxChunk) {
    const part = body.subarray(start, start + maxChunk);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    yield length;
    yield part;
  }
  yield Buffer.alloc(4);
}

async function readAnswer(socket: Socket): Promise<string> {
  let answer = '';
  for await (const part of socket) {
    answer += String(part);
    if (answer.endsWith('\0') || answer.length > maxAnswer) {
      break;
    }
  }
  return answer.replace(/\0$/, '');
}

async function ask(address: ScannerAddress, body: Buffer, timeoutMs: number): Promise<string> {
  const socket = connect(address);
  const timer = setTimeout(() => socket.destroy(new Error('the scanner did not answer in time')), timeoutMs);
  try {
    await once(socket, 'connect');
    const answer = readAnswer(socket);
    socket.write('zINSTREAM\0');
    for (const chunk of chunksOf(body)) {
      socket.write(chunk);
    }
    return await answer;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

/** Scans files with ClamAV (`clamd`). Without an address nothing is scanned. */
export function createScanner(address: ScannerAddress | undefined, log: Log, timeoutMs = 30_000): ScanUpload {
  return async (body) => {
    if (!address) {
      return;
    }
    const answer = await ask(address, body, timeoutMs).catch((error: unknown) => {
      log.error({ err: error }, 'malware scan failed');
      throw new AppError('storage.scan_failed', { retryAfter: 30 });
    });
    if (answer === 'stream: OK') {
      return;
    }
    const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
    if (found === undefined) {
      log.error({ answer }, 'malware scan failed');
      throw new AppError('storage.scan_failed', { retryAfter: 30 });
    }
    log.warn({ found }, 'malware in an upload');
    throw new AppError('guard.malware_found');
  };
}
