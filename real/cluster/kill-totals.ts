import { appendFile, readFile } from 'node:fs/promises';

export const kinds = ['postmaster', 'machine', 'burst', 'hang'] as const;
export type Kind = (typeof kinds)[number];

type Total = {
  kills: number;
  confirmedWrites: number;
  lostWrites: number;
  longestGapSeconds: number;
  gapsOver10Seconds: number;
  /** From the kill until another database was the primary. */
  longestElectionSeconds: number;
  /** Until the old primary was a synchronous standby again, after it was started or went on. */
  longestRejoinSeconds: number;
  /** It was not a standby again within a minute. */
  restartsByHand: number;
  /** No other database was the primary within a minute, so both were restarted. Not in the figures of gap and election. */
  failedElections: number;
};

export type Totals = Record<Kind, Total>;

/** Kills of other set-ups are kept, but not added. */
const setUp = 'Patroni 3.0.2, etcd v2, ttl 7';

type Run = { clusters: number; minutes: number; totals: Totals; errors: string[] };

/** One line for each run, so that the kills of all runs add up. */
const file = 'bench/results/cluster-kills.jsonl';

export const emptyTotals = () =>
  Object.fromEntries(
    kinds.map((kind) => [
      kind,
      {
        kills: 0,
        confirmedWrites: 0,
        lostWrites: 0,
        longestGapSeconds: 0,
        gapsOver10Seconds: 0,
        longestElectionSeconds: 0,
        longestRejoinSeconds: 0,
        restartsByHand: 0,
        failedElections: 0,
      },
    ]),
  ) as Totals;

const round = (value: number) => Math.round(value * 10) / 10;

/** The sum of counts, and the maximum of what begins with "longest". */
function add(one: Total, other: Total): Total {
  const keys = Object.keys(one) as (keyof Total)[];
  return Object.fromEntries(
    keys.map((key) => {
      // Older runs have fewer figures.
      const more = other[key] ?? 0;
      return [key, round(key.startsWith('longest') ? Math.max(one[key], more) : one[key] + more)];
    }),
  ) as Total;
}

/** Adds a run to the file and prints it and the sum of all runs. */
export async function addRun(run: Run): Promise<void> {
  await appendFile(
    file,
    `${JSON.stringify({ at: new Date().toISOString(), setUp, ...run }, (_, value) => (typeof value === 'number' ? round(value) : value))}\n`,
  );
  const runs = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Run & { setUp: string })
    .filter((other) => other.setUp === setUp);
  const sum = emptyTotals();
  for (const kind of kinds) {
    sum[kind] = runs.map(({ totals }) => totals[kind]).reduce(add, sum[kind]);
  }
  console.log(`All ${runs.length} runs: ${setUp}`);
  console.table({ ...sum, all: Object.values(sum).reduce(add) });
}
