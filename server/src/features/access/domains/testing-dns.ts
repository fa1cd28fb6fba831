import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const cnameType = 5;
const textType = 16;

/** Labels with their lengths (RFC 1035 §3.1). */
export function encodeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

/** The name at an offset without compression, as questions have it. */
export function decodeName(message: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

type Records = Map<string, string | 'SERVFAIL'>;

/** The values of the TXT records of a name. */
type Texts = Map<string, string[]>;

/** Answers one question about a CNAME or TXT record (RFC 1035 §4). */
export function answerQuestion(query: Buffer, records: Records, texts: Texts = new Map()): Buffer {
  const { name, end } = decodeName(query, 12);
  const question = query.subarray(12, end + 4);
  const found = records.get(name);
  const isFailing = found === 'SERVFAIL';
  const type = query.readUInt16BE(end);
  const text = texts.get(name);
  const code = isFailing ? 2 : found === undefined && text === undefined ? 3 : 0;
  const data: Buffer[] = [];
  if (!isFailing && type === cnameType && found !== undefined) {
    data.push(encodeName(found));
  }
  if (!isFailing && type === textType) {
    data.push(...(text ?? []).map((one) => Buffer.concat([Buffer.from([one.length]), Buffer.from(one, 'latin1')])));
  }
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(data.length, 6);
  const answers = data.flatMap((one) => {
    const answer = Buffer.alloc(12);
    // A pointer to the name of the question.
    answer.writeUInt16BE(0xc00c, 0);
    answer.writeUInt16BE(type, 2);
    answer.writeUInt16BE(1, 4);
    answer.writeUInt16BE(one.length, 10);
    return [answer, one];
  });
  return Buffer.concat([header, question, ...answers]);
}

/** A DNS server on a free port. Tests change its records while it runs. */
export async function startDns() {
  const records: Records = new Map();
  const texts: Texts = new Map();
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    asked.push(decodeName(query, 12).name);
    socket.send(answerQuestion(query, records, texts), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    records,
    texts,
    asked,
    address: `127.0.0.1:${socket.address().port}`,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
