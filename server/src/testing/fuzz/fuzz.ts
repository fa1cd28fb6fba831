import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { Json } from './mutate.ts';
import { parserTargets } from './parsers.ts';
import { requestTargets } from './requests.ts';
import { Defect, type FuzzWorld, type Run, type Target } from './target.ts';

export const targets: readonly Target[] = [...parserTargets, ...requestTargets];

const fileOf = ({ name }: Target) => join(import.meta.dirname, 'corpus', `${name}.json`);

/** Inputs that once revealed a defect. */
export const readCorpus = (target: Target): Json[] =>
  existsSync(fileOf(target)) ? JSON.parse(readFileSync(fileOf(target), 'utf8')) : [];

async function keep(target: Target, inputs: Json[]): Promise<void> {
  const file = fileOf(target);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify([...readCorpus(target), ...inputs], null, 2)}\n`);
}

/** No input may keep the server busy for longer. */
const maxMilliseconds = 20_000;

async function timeOf(run: Run, input: Json): Promise<number> {
  const started = performance.now();
  const limit = new AbortController();
  const late = sleep(3 * maxMilliseconds, undefined, { signal: limit.signal }).then(
    () => Promise.reject(new Defect('did not end')),
    () => undefined,
  );
  try {
    await Promise.race([run(input), late]);
  } finally {
    limit.abort();
  }
  return performance.now() - started;
}

/** An input that took long is tried again: the machine may have stood still. */
async function withLimit(run: Run, input: Json): Promise<void> {
  if ((await timeOf(run, input)) > maxMilliseconds && (await timeOf(run, input)) > maxMilliseconds) {
    throw new Defect('took too long');
  }
}

export type Found = { signature: string; input: Json; count: number };

/** Tries the inputs, several at a time, and notes one short input per defect. */
async function tryAll(run: Run, inputs: readonly Json[], found: Map<string, Found>, lanes: number): Promise<void> {
  const queue = inputs.values();
  const work = async () => {
    for (const input of queue) {
      try {
        await withLimit(run, input);
      } catch (error) {
        const signature = error instanceof Defect ? error.signature : `crash: ${error}`;
        const known = found.get(signature);
        const isShorter = !known || JSON.stringify(input).length < JSON.stringify(known.input).length;
        found.set(signature, { signature, input: isShorter ? input : known.input, count: (known?.count ?? 0) + 1 });
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
}

const batch = 500;

type Options = {
  runs: number;
  seed: number;
  isKept?: boolean;
  /** How many inputs are tried at the same time. */
  lanes?: number;
};

/** Tries the corpus, then random inputs. The same seed makes the same inputs. */
export async function fuzz(target: Target, world: FuzzWorld, { runs, seed, isKept = false, lanes = 1 }: Options) {
  let { inputs, run, isSpent } = await target.open(world);
  const found = new Map<string, Found>();
  await tryAll(run, readCorpus(target), found, 1);
  for (let done = 0; done < runs; done += batch) {
    if (isSpent?.() || (done > 0 && target.renewal && done % target.renewal === 0)) {
      ({ inputs, run, isSpent } = await target.open(world));
    }
    const numRuns = Math.min(batch, runs - done);
    await tryAll(run, fc.sample(inputs, { numRuns, seed: seed + done }), found, lanes);
  }
  const defects = [...found.values()];
  if (isKept && defects.length > 0) {
    await keep(
      target,
      defects.map(({ input }) => input),
    );
  }
  return defects;
}
