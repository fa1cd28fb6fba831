import { type ErrorCode, errors } from '@postern/contracts/errors';
import type { UserJob, UserJobFinding } from '@postern/contracts/people/user-jobs';
import { messageOf } from '#platform/messages';
import type { FindingRow } from './findings.store.ts';
import type { JobRow } from './store.ts';

/** Codes that a later release wrote and this one does not know are shown without a sentence. */
const isKnown = (code: string): code is ErrorCode => code in errors;

const sentence = (code: string, gaps: Record<string, string | number> | undefined, languages: string[]) =>
  isKnown(code) ? messageOf(code, gaps, languages) : code;

/** A job in the words of whoever asks. */
export function showJob({ error, ...job }: JobRow, languages: string[]): UserJob {
  return {
    ...job,
    error: error && {
      code: error.code,
      message: sentence(error.code, error.gaps, languages),
      ...(error.details === undefined ? {} : { details: error.details }),
    },
  };
}

export function showFinding({ position: _, gaps, ...row }: FindingRow, languages: string[]): UserJobFinding {
  return { ...row, message: sentence(row.code, gaps, languages) };
}
