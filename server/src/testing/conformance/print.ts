import type { Plan, Result } from './plan.ts';

const results: readonly Result[] = ['passed', 'warning', 'skipped'];

function count({ modules }: Plan, result: Result): number {
  return Object.values(modules).filter((module) => module.result === result).length;
}

const summary = (plans: readonly Plan[]) => [
  `| Plan | ${results.join(' | ')} |`,
  `|---|${results.map(() => '---').join('|')}|`,
  ...plans.map((plan) => `| ${plan.title} | ${results.map((result) => count(plan, result)).join(' | ')} |`),
];

const details = ({ id, title, modules }: Plan) => [
  '',
  `### ${title}`,
  '',
  `\`${id}\``,
  '',
  '| Test module | Result | Note |',
  '|---|---|---|',
  ...Object.entries(modules).map(([name, { result, note = '' }]) => `| \`${name}\` | ${result} | ${note} |`),
];

/** The results as `docs/conformance.md` shows them. */
export const printResults = (plans: readonly Plan[]): string =>
  [...summary(plans), ...plans.flatMap(details)].map((line) => line.replaceAll('|  |', '| |')).join('\n');

const [start, end] = ['<!-- results: npm run conformance -->', '<!-- end of results -->'];

/** The page with these results instead of those it has. */
export function withResults(page: string, plans: readonly Plan[]): string {
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) {
    throw new Error('The page has no place for the results.');
  }
  return `${page.slice(0, from + start.length)}\n\n${printResults(plans)}\n\n${page.slice(to)}`;
}
