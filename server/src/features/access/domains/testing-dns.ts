import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const cnameType = 5;

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

/** Answers one question about a CNAME record (RFC 1035 §4). */
export function answerQuestion(query: Buffer, records: Records): Buffer {
  const { name, end } = decodeName(query, 12);
  const question = query.subarray(12, end + 4);
  const found = records.get(name);
  const isFailing = found === 'SERVFAIL';
  const target = isFailing || query.readUInt16BE(end) !== cnameType ? undefined : found;
  const code = isFailing ? 2 : found === undefined ? 3 : 0;
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(target === undefined ? 0 : 1, 6);
  if (target === undefined) {
    return Buffer.concat([header, question]);
  }
  const data = encodeName(target);
  const answer = Buffer.alloc(12);
  // A pointer to the name of the question.
  answer.writeUInt16BE(0xc00c, 0);
  answer.writeUInt16BE(cnameType, 2);
  answer.writeUInt16BE(1, 4);
  answer.writeUInt16BE(data.length, 10);
  return Buffer.concat([header, question, answer, data]);
}

/** A DNS server on a free port. Tests change its records while it runs. */
export async function startDns() {
  const records: Records = new Map();
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    asked.push(decodeName(query, 12).name);
    socket.send(answerQuestion(query, records), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    records,
    asked,
    address: `127.0.0.1:${socket.address().port}`,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
