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

/** A problem in the language of the reader. */
export const describeProblem = (problem: FoundProblem, preferred: string[]): SsoProblem => ({
  ...problem,
  severity: isError(problem) ? 'error' : 'warning',
  ...textsIn(serverLanguage(preferred), 'people.sso-connectors', english)[problem.code],
});
