import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline as pipe, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { importLimits } from '@postern/contracts/people/user-imports';
import { AppError } from '#platform/errors';
import { createEncodingGuess, type Encoding } from './guess-encoding.ts';

export type Received = { path: string; bytes: number; encoding: Encoding };

async function* upTo(maxBytes: number, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) {
      const megabytes = Math.floor(maxBytes / 1024 / 1024);
      throw new AppError('guard.file_size_exceeded', { details: `A file may have at most ${megabytes} MB.` });
    }
    yield chunk;
  }
}

/** The consumer of the last stream gets errors of all of them. */
const forwarded = () => undefined;

/** Unpacks gzip. A small file may expand to a large one, so both sizes are limited. */
async function* unpack(maxBytes: number, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = upTo(maxBytes, chunks);
  let start = Buffer.alloc(0);
  while (start.length < 2) {
    const next = await iterator.next();
    if (next.done) {
      break;
    }
    start = Buffer.concat([start, next.value]);
  }
  async function* all() {
    yield start;
    yield* iterator;
  }
  const isPacked = start[0] === 0x1f && start[1] === 0x8b;
  yield* isPacked ? upTo(maxBytes, pipe(Readable.from(all()), createGunzip(), forwarded)) : all();
}

const isZlibError = (error: unknown) => error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));

/**
 * Stores a body in a temporary file while `use` reads it: the encoding is known only at the end, and files need not fit
 * into memory.
 */
export async function receive<T>(
  body: AsyncIterable<Buffer>,
  use: (file: Received) => Promise<T>,
  maxBytes: number = importLimits.bytes,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'postern-import-'));
  const path = join(folder, 'file');
  const guess = createEncodingGuess();
  let bytes = 0;
  async function* watched() {
    for await (const chunk of unpack(maxBytes, body)) {
      bytes += chunk.length;
      guess.look(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(watched, createWriteStream(path, { mode: 0o600 }));
    return await use({ path, bytes, encoding: guess.encoding() });
  } catch (error) {
    throw isZlibError(error)
      ? new AppError('user_import.unknown_format', { details: 'The archive is damaged.' })
      : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
