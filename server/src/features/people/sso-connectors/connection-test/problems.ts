import type { SsoProblem, SsoProblemCode } from '@postern/contracts/people/sso-connection-tests';
import { serverLanguage, textsIn } from '#platform/i18n/languages';
import ssoProblems from './phrases.en.json' with { type: 'json' };

/** A problem without words, as it is stored. */
export type FoundProblem = { code: SsoProblemCode; details?: string };

/** These do not stop a sign-in. */
const warnings = new Set<SsoProblemCode>([
  'clock_differs',
  'certificate_expiring',
  'email_missing',
  'email_unverified',
  'domain_mismatch',
  'no_domains',
]);

export const isError = ({ code }: FoundProblem) => !warnings.has(code);

const english: Record<SsoProblemCode, { title: string; advice: string }> = ssoProblems;

const moments = new Set<SsoProblemCode>(['certificate_expired', 'certificate_expiring']);

/** A problem in the language of the reader. The details of a certificate are its last day. */
export function describeProblem(problem: FoundProblem, preferred: string[]): SsoProblem {
  const language = serverLanguage(preferred);
  const { code, details } = problem;
  return {
    ...problem,
    ...(details && moments.has(code) ? { details: printDay(details, language) } : {}),
    severity: isError(problem) ? 'error' : 'warning',
    ...textsIn(language, 'people.sso-connectors', english)[code],
  };
}

const printDay = (moment: string, language: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment));
