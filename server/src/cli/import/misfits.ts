import { fillSentence } from '@postern/contracts/field-issues';
import type { z } from 'zod';
import { describeIssues } from '#platform/http/describe-issue';
import { AppError } from '#platform/http/errors';
import { errorBody } from '#platform/http/http';
import type { Misfit } from './model.ts';

/** The list stays readable and small for sources with many users. */
const maxPerKind = 100;
const maxIssues = 3;

export type Misfits = {
  add(kind: string, name: string, reason: string): void;
  listed(): Misfit[];
  /** How many more there are than listed, by kind. */
  unlisted(): Map<string, number>;
};

export function createMisfits(first: readonly Misfit[] = []): Misfits {
  const listed: Misfit[] = [];
  const counts = new Map<string, number>();
  const add: Misfits['add'] = (kind, name, reason) => {
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    if (count <= maxPerKind) {
      listed.push({ kind, name, reason });
    }
  };
  for (const { kind, name, reason } of first) {
    add(kind, name, reason);
  }
  return {
    add,
    listed: () => listed,
    unlisted: () =>
      new Map(
        [...counts].flatMap(([kind, count]) => (count > maxPerKind ? [[kind, count - maxPerKind] as const] : [])),
      ),
  };
}

/** What is wrong with a value, without the value itself: it may be a secret. */
export function sentenceOf(error: z.ZodError): string {
  return describeIssues(error.issues, maxIssues)
    .map(({ path, sentence, values }) => `${path.join('.') || 'value'}: ${fillSentence(sentence, values)}`)
    .join(' ');
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof AppError)) {
    throw error;
  }
  const { message, details } = errorBody(error, ['en']);
  return details ? `${message} ${String(details).replaceAll('\n', ' ')}` : message;
}
