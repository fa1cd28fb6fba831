import { createReadStream } from 'node:fs';
import type { Received } from './receive.ts';

/** Streams a file as text without its byte order mark. */
export async function* decode({ path, encoding }: Pick<Received, 'path' | 'encoding'>): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    // Without an encoding, a read stream yields buffers.
    yield decoder.decode(chunk as Buffer, { stream: true });
  }
  yield decoder.decode();
}
