import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

const pixelsPerModule = 6;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(content.length + 8);
  frame.writeUInt32BE(data.length, 0);
  content.copy(frame, 4);
  frame.writeUInt32BE(crc32(content), content.length + 4);
  return frame;
}

/** One row of pixels, eight per byte, 1 is white; the first byte means no filter (PNG §9). */
function packRow(modules: boolean[]): Buffer {
  const width = modules.length * pixelsPerModule;
  const row = Buffer.alloc(1 + Math.ceil(width / 8));
  for (let x = 0; x < width; x += 1) {
    if (!modules[Math.floor(x / pixelsPerModule)]) {
      const at = 1 + (x >> 3);
      row[at] = (row[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return row;
}

/** The text as a QR code: a black and white PNG in a data URL. */
export function drawQr(text: string): string {
  const { data } = encode(text, { ecc: 'M', border: 4 });
  const rows = data.flatMap((modules) => Array<Buffer>(pixelsPerModule).fill(packRow(modules)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(data.length * pixelsPerModule, 0);
  header.writeUInt32BE(rows.length, 4);
  // One bit per pixel, grayscale.
  header[8] = 1;
  const png = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}
