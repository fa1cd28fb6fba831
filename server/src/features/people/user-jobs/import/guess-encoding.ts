import type { ImportFile } from '@postern/contracts/people/user-imports';

export type Encoding = ImportFile['encoding'];

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
export function createEncodingGuess(): { look(chunk: Buffer): void; encoding(): Encoding } {
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
