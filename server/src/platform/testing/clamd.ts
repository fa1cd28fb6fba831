import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A file that every scanner reports, and that does no harm. In two parts, so that no scanner reports this source. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** Answers INSTREAM like clamd(8). `answer` replaces the verdict. */
export async function startClamd() {
  const state: { answer: string | undefined; scanned: Buffer[] } = { answer: undefined, scanned: [] };
  const server = createServer((socket) => {
    let given = Buffer.alloc(0);
    const command = Buffer.from('zINSTREAM\0');
    socket.on('error', () => socket.destroy());
    socket.on('data', (part) => {
      given = Buffer.concat([given, part]);
      const chunks: Buffer[] = [];
      let at = command.length;
      while (given.length >= at + 4) {
        const length = given.readUInt32BE(at);
        if (length === 0) {
          const body = Buffer.concat(chunks);
          state.scanned.push(body);
          socket.end(`${state.answer ?? `stream: ${body.includes(eicar) ? 'Eicar-Test-Signature FOUND' : 'OK'}`}\0`);
          return;
        }
        if (given.length < at + 4 + length) {
          return;
        }
        chunks.push(given.subarray(at + 4, at + 4 + length));
        at += 4 + length;
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    state,
    address: `127.0.0.1:${port}`,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}
