import { type ErrorCode, errors } from '@postern/contracts/errors';
import type { UserJob, UserJobFinding } from '@postern/contracts/people/user-jobs';
import { messageOf } from '#platform/messages';
import type { FindingRow } from './findings.store.ts';
import type { JobRow } from './store.ts';

/** Unknown codes of later releases are shown without a message. */
const isKnown = (code: string): code is ErrorCode => code in errors;

const sentence = (code: string, gaps: Record<string, string | number> | undefined, languages: string[]) =>
  isKnown(code) ? messageOf(code, gaps, languages) : code;

/** A job with messages in the language of the caller. */
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
