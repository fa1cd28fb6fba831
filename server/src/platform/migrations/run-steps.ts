import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Step } from './plan-migration.ts';

/** Statements of a migration wait this long for a lock. While they wait, others wait behind them. */
const lockTimeout = '300ms';
const patienceMs = 600_000;
const lockNotAvailable = '55P03';
const deadlock = '40P01';

/** Repeats a transaction that does not get its locks at once, so that requests never wait behind it for long. */
async function inTransaction(client: pg.Client, statements: string[], note: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + patienceMs;
  for (;;) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = '${lockTimeout}'`);
      await client.query(statements.join(';\n'));
      await note();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      const { code = '' } = error as { code?: string };
      if (![lockNotAvailable, deadlock].includes(code) || Date.now() > end) {
        throw error;
      }
      await sleep(100 + Math.random() * 400);
    }
  }
}

async function runAlone(client: pg.Client, { index, statements }: Step): Promise<void> {
  if (index) {
    const { rows } = await client.query('select from pg_index where indexrelid = to_regclass($1) and not indisvalid', [
      index,
    ]);
    if (rows.length > 0) {
      await client.query(`drop index concurrently ${index}`);
    }
  }
  for (const statement of statements) {
    await client.query(statement);
  }
}

type Notes = {
  /** After each step but the last one; with a transaction, in it. */
  onStep?: (step: Step) => Promise<unknown>;
  /** In the last transaction. */
  onEnd: () => Promise<unknown>;
};

export async function runSteps(client: pg.Client, steps: Step[], { onStep, onEnd }: Notes): Promise<void> {
  const last = steps.at(-1);
  const note = async (step: Step) => onStep?.(step);
  for (const step of steps) {
    if (step.kind === 'alone') {
      await runAlone(client, step);
      await note(step);
    } else {
      await inTransaction(client, step.statements, () => (step === last ? onEnd() : note(step)));
    }
  }
  if (last?.kind !== 'transaction') {
    await inTransaction(client, [], onEnd);
  }
}
