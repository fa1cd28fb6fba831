import { createReadStream } from 'node:fs';
import type { Received } from './receive.ts';

/** A file as text, bit by bit, without its byte order mark. */
export async function* decode({ path, encoding }: Pick<Received, 'path' | 'encoding'>): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    // Without an encoding of its own a read stream yields bytes.
    yield decoder.decode(chunk as Buffer, { stream: true });
  }
  yield decoder.decode();
}
