import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline as pipe, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type ImportFile, importLimits } from '@postern/contracts/people/user-imports';
import { AppError } from '#platform/http/errors';

type Encoding = ImportFile['encoding'];

const marks: [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** UTF-16 has a zero in every other byte for Latin letters. */
function guessWide(start: Buffer): Encoding | undefined {
  const zeros = [0, 0];
  for (const [index, byte] of start.entries()) {
    if (byte === 0) {
      zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
    }
  }
  const [even = 0, odd = 0] = zeros;
  const many = start.length / 4;
  if (odd > many && even === 0) {
    return 'utf-16le';
  }
  return even > many && odd === 0 ? 'utf-16be' : undefined;
}

/** Detects the byte order mark, the zeros of UTF-16, or valid UTF-8; falls back to Windows-1252. */
function createEncodingGuess(): { look(chunk: Buffer): void; encoding(): Encoding } {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let start = Buffer.alloc(0);
  let isUtf8 = true;
  const look = (chunk: Buffer | undefined) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      isUtf8 = false;
    }
  };
  return {
    look(chunk) {
      if (start.length < 1024) {
        start = Buffer.concat([start, chunk.subarray(0, 1024)]);
      }
      if (isUtf8) {
        look(chunk);
      }
    },
    encoding() {
      if (isUtf8) {
        // Detects an incomplete character at the end.
        look(undefined);
      }
      const marked = marks.find(([, bytes]) => bytes.every((byte, index) => start[index] === byte))?.[0];
      return marked ?? guessWide(start) ?? (isUtf8 ? 'utf-8' : 'windows-1252');
    },
  };
}

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

/** The parser reads a chunk without a pause. */
const chunkBytes = 32 * 1024;

/** Streams a file as text without its byte order mark. */
export async function* decode({ path, encoding }: Pick<Received, 'path' | 'encoding'>): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    // Without an encoding, a read stream yields buffers.
    yield decoder.decode(chunk as Buffer, { stream: true });
  }
  yield decoder.decode();
}
