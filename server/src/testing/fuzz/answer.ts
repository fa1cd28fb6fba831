import { requestIdHeader } from '@postern/contracts/wire';
import type { InjectOptions } from 'fastify';
import { Defect, type FuzzWorld } from './target.ts';

export const hostOf = ({ app }: FuzzWorld, tenantId: string) => new URL(app.app.endpointOf(tenantId)).host;

const isFailure = (line: string) => /"level":(50|60)|"level":"(error|fatal)"/.test(line);

/** Why the server failed, from its log. */
function reasonOf({ app }: FuzzWorld, requestId: string): string {
  const failures = app.logs.filter(isFailure);
  const failed = failures.findLast((line) => line.includes(requestId)) ?? failures.at(-1);
  const { err, msg } = failed ? JSON.parse(failed) : { err: undefined, msg: 'no log' };
  return String(err?.message ?? msg).slice(0, 200);
}

const codeOf = (payload: string) => /"code":"([^"]*)"/.exec(payload)?.[1] ?? 'without a code';

const maxLogLines = 5000;

/** A response of 500 is always a defect. */
export async function expectAnswer(world: FuzzWorld, label: string, options: InjectOptions, isAdmin = false) {
  const { admin, core, logs } = world.app;
  if (logs.length > maxLogLines) {
    logs.length = 0;
  }
  const answer = await (isAdmin ? admin : core).inject(options);
  const { statusCode, headers } = answer;
  const status = statusCode > 500 ? `${statusCode} ${codeOf(answer.payload)} of ${label}` : String(statusCode);
  world.statuses.set(status, (world.statuses.get(status) ?? 0) + 1);
  if (statusCode === 500 || statusCode < 200) {
    throw new Defect(`${label}: ${statusCode} ${reasonOf(world, String(headers[requestIdHeader]))}`);
  }
  return answer;
}
