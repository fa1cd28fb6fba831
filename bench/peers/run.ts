/**
 * `npm run bench:peers -- --peer <address> --id <application> --secret <secret>`: the same work at another provider with
 * this wire and at Postern, in turns on this machine, and the ratio of both.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Line, measure } from '../measure.ts';
import { createMachine } from '../prepare.ts';
import { withServer } from '../server.ts';
import { type Peer, type Provider, preparePeer } from './peer.ts';

const usage = `Usage: npm run bench:peers -- --peer <address> --id <application> --secret <secret> [options]

  --peer          address of the other provider, for example http://localhost:3001
  --id, --secret  a machine-to-machine application of it with access to its management API
  --resource      indicator of its management API; default https://default.logto.app/api
  --pid           process id of the other server on this machine: prints its CPU time too
  --postgres-pid  process id of its PostgreSQL (the parent process)
  --rounds        how often both take turns; default 3`;

const options = {
  peer: { type: 'string' },
  id: { type: 'string' },
  secret: { type: 'string' },
  resource: { type: 'string' },
  pid: { type: 'string' },
  'postgres-pid': { type: 'string' },
  rounds: { type: 'string', default: '3' },
} as const;

type Task = { name: string; count: number; connections: number; run(peer: Peer, index: number): Promise<void> };

/** Users are created first, because they sign in afterwards; refresh uses the tokens of these sign-ins. */
const works: Task[] = [
  { name: 'token', count: 500, connections: 16, run: (peer) => peer.token() },
  { name: 'create user', count: 60, connections: 4, run: (peer) => peer.createUser() },
  { name: 'user list', count: 300, connections: 16, run: (peer) => peer.listUsers() },
  { name: 'sign-in', count: 40, connections: 4, run: (peer, index) => peer.signIn(index) },
  { name: 'refresh', count: 200, connections: 8, run: (peer) => peer.refresh() },
];

/** The middle of the rounds, because a busy machine spoils single ones. */
const middle = (lines: Line[], figure: (line: Line) => number) =>
  lines.map(figure).sort((one, two) => one - two)[Math.floor(lines.length / 2)] ?? 0;

function readOptions() {
  try {
    const { values } = parseArgs({ options });
    const rounds = Number(values.rounds);
    if (values.peer && values.id && values.secret && Number.isInteger(rounds) && rounds > 0) {
      return { ...values, peer: new URL(values.peer).origin, id: values.id, secret: values.secret, rounds };
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  console.error(usage);
  process.exit(1);
}

const chosen = readOptions();
const other: Provider = {
  origin: chosen.peer,
  id: chosen.id,
  secret: chosen.secret,
  ...(chosen.resource ? { resource: chosen.resource } : {}),
  ...(chosen.pid ? { pid: Number(chosen.pid) } : {}),
  ...(chosen['postgres-pid'] ? { postgresPid: Number(chosen['postgres-pid']) } : {}),
};

type Results = { name: string; peer: Line[]; postern: Line[] }[];

async function compare(postern: Provider): Promise<Results> {
  const [theirs, ours] = [await preparePeer(other), await preparePeer(postern)];
  const results: Results = works.map(({ name }) => ({ name, peer: [], postern: [] }));
  try {
    for (let round = 0; round < chosen.rounds; round += 1) {
      for (const [index, { name, count, connections, run }] of works.entries()) {
        const turn = (provider: Provider, peer: Peer) =>
          measure(provider, name, { count, connections, warmUp: Math.ceil(count / 5) }, (n) => run(peer, n));
        results[index]?.peer.push(await turn(other, theirs));
        results[index]?.postern.push(await turn(postern, ours));
      }
    }
  } finally {
    await theirs.remove();
  }
  return results;
}

function print(results: Results): void {
  const number = (value: number, digits = 1) => value.toFixed(digits).padStart(9);
  const ratio = (one: number, two: number) => (two > 0 ? `${(one / two).toFixed(1)}×` : '–').padStart(8);
  const hasCpu = other.pid !== undefined;
  console.log(`\nPeer: ${other.origin}. Middle of ${chosen.rounds} rounds; ratio: how many times faster Postern is.\n`);
  console.log(
    `${'work'.padEnd(14)}${'peer p50'.padStart(9)}${'Postern'.padStart(9)}${'ratio'.padStart(8)}${'peer rps'.padStart(10)}${'Postern'.padStart(9)}${'ratio'.padStart(8)}${hasCpu ? `${'peer CPU'.padStart(10)}${'Postern'.padStart(9)}${'ratio'.padStart(8)}` : ''}  errors`,
  );
  for (const { name, peer, postern } of results) {
    const figures = (figure: (line: Line) => number) => [middle(peer, figure), middle(postern, figure)] as const;
    const [peerP50, ourP50] = figures(({ p50 }) => p50);
    const [peerRps, ourRps] = figures(({ rps }) => rps);
    const [peerCpu, ourCpu] = figures(({ serverCpuMs, postgresCpuMs }) => serverCpuMs + postgresCpuMs);
    const errors = (lines: Line[]) => lines.reduce((sum, line) => sum + line.errors, 0);
    const cpu = hasCpu ? ` ${number(peerCpu, 2)}${number(ourCpu, 2)}${ratio(peerCpu, ourCpu)}` : '';
    console.log(
      `${name.padEnd(14)}${number(peerP50)}${number(ourP50)}${ratio(peerP50, ourP50)} ${number(peerRps, 0)}${number(ourRps, 0)}${ratio(ourRps, peerRps)}${cpu}  ${errors(peer)} and ${errors(postern)}`,
    );
  }
}

await withServer(async (server) => {
  const machine = await createMachine(server);
  const { pid, postgresPid, endpoint: origin } = server;
  const results = await compare({ origin, pid, postgresPid, ...machine });
  print(results);
  await mkdir(new URL('../results/', import.meta.url), { recursive: true });
  const file = new URL('../results/peers.json', import.meta.url);
  await writeFile(file, `${JSON.stringify({ peer: other.origin, rounds: chosen.rounds, results }, null, 2)}\n`);
});
