/** `npm run bench [name]`: prints a table and writes JSON to bench/results/. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { lines, namedLines } from './lines.ts';
import type { Line } from './measure.ts';
import { measureMigrations } from './migrations.ts';
import { residentMegabytes } from './processes.ts';
import { measureReference, type Reference, scaleBudget } from './reference.ts';
import { startServer, withServer } from './server.ts';
import { readSizes, type Size } from './sizes.ts';
import { measureSoak } from './soak.ts';

const wanted = process.argv[2];
if (wanted === 'migrations') {
  await measureMigrations();
  process.exit();
}
if (wanted === 'soak') {
  await measureSoak();
  process.exit();
}
const selected = [
  ...lines.filter(({ name }) => !wanted || name.includes(wanted)),
  ...namedLines.filter(({ name }) => name === wanted),
];

function print(results: Line[], reference: Reference): void {
  const cell = (value: number, digits = 2) => value.toFixed(digits).padStart(8);
  console.log(
    `\n${'work'.padEnd(44)}${'rps'.padStart(8)}  server ms  postgres ms     p50     p95     p99  errors  budget`,
  );
  for (const line of results) {
    const budget = line.budget ? `${line.budget[0]} + ${line.budget[1]}` : '–';
    const here = line.budget && scaleBudget(reference, line.budget, line.hashes, line.floor);
    const isOver = here && (line.serverCpuMs > here[0] || line.postgresCpuMs > here[1]);
    const scaled = here ? `  here ${here.map((value) => value.toFixed(2)).join(' + ')}` : '';
    console.log(
      `${line.name.padEnd(44)}${cell(line.rps, 0)}${cell(line.serverCpuMs)}   ${cell(line.postgresCpuMs)}    ${cell(line.p50, 1)}${cell(line.p95, 1)}${cell(line.p99, 1)}${String(line.errors).padStart(8)}  ${budget}${scaled}${isOver ? '  OVER' : ''}`,
    );
  }
}

type Start = { coldStartCpuSeconds: number; coldStartSeconds: number; idleMegabytes: number };

/** Cold start on existing data, after one start that creates it. */
async function measureStart(): Promise<Start> {
  const dataDir = await mkdtemp(join(tmpdir(), 'postern-bench-'));
  try {
    await (await startServer(dataDir)).stop();
    const starts: Start[] = [];
    for (let round = 0; round < 3; round += 1) {
      const server = await startServer(dataDir);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      starts.push({
        coldStartCpuSeconds: server.coldStartCpu,
        coldStartSeconds: server.coldStartSeconds,
        idleMegabytes: residentMegabytes(server.pid),
      });
      await server.stop();
    }
    starts.sort((one, two) => one.coldStartCpuSeconds - two.coldStartCpuSeconds);
    return starts[1] as Start;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const reference = await measureReference();
console.log(
  `reference: argon2id ${reference.argon2idMs.toFixed(1)} ms (budgets: 13.5), raw http ${reference.rawHttpMs.toFixed(3)} ms (budgets: 0.06), bare engine ${reference.engineMs.toFixed(2)} ms a token (budgets: 0.40)`,
);
const start = !wanted || wanted === 'start' ? await measureStart() : undefined;
if (start) {
  console.log(
    `cold start: ${start.coldStartCpuSeconds.toFixed(2)} s CPU, ${start.coldStartSeconds.toFixed(2)} s; idle memory ${start.idleMegabytes.toFixed(0)} MB`,
  );
}
const results: Line[] = [];
let loadedMegabytes: number | undefined;
if (selected.length > 0) {
  await withServer(async (server) => {
    for (const { run } of selected) {
      const line = await run(server);
      results.push(...line);
    }
    loadedMegabytes = residentMegabytes(server.pid);
  });
  print(results, reference);
  console.log(`memory after load: ${loadedMegabytes?.toFixed(0)} MB`);
}
const sizes: Size[] = !wanted || wanted === 'size' ? await readSizes() : [];
for (const { name, kilobytes, budget } of sizes) {
  console.log(`${name}: ${kilobytes.toFixed(1)} KB gzip (budget ${budget})${kilobytes > budget ? '  OVER' : ''}`);
}
await mkdir(new URL('results/', import.meta.url), { recursive: true });
const machine = {
  cpu: cpus()[0]?.model ?? execFileSync('uname', ['-m'], { encoding: 'utf8' }).trim(),
  cores: availableParallelism(),
  memoryGb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
  date: new Date().toISOString().slice(0, 10),
};
const file = new URL(`results/${wanted ?? 'all'}.json`, import.meta.url);
await writeFile(
  file,
  `${JSON.stringify({ machine, reference, start, loadedMegabytes, lines: results, sizes }, null, 2)}\n`,
);
