import type { CaptchaChallenge, CaptchaSolution } from '@postern/contracts/experience/captcha';
import { solveChallengeWorkers } from 'altcha-lib';
import { setCaptchaStatus } from './captcha-status.ts';
import { CallError, call, captchaMissing } from './client.ts';

const timeoutMs = 120_000;
const maxWorkers = 4;
/** The server accepts a solution for five minutes after it created the puzzle. */
const usableMs = 280_000;

type Solved = { token: string; until: number };
let solving: Promise<Solved> | undefined;

const createWorker = () => new Worker(new URL('./solve.worker.ts', import.meta.url), { type: 'module' });

async function solve(challenge: CaptchaChallenge): Promise<string> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(maxWorkers, navigator.hardwareConcurrency || 1),
    createWorker,
    timeout: timeoutMs,
  }).catch(() => null);
  if (!solution) {
    throw new CallError({ code: captchaMissing, message: '' });
  }
  const { counter, derivedKey } = solution;
  const solved: CaptchaSolution = { challenge, solution: { counter, derivedKey } };
  return btoa(JSON.stringify(solved));
}

/** Starts with a new puzzle unless a usable solution exists or is being computed. */
export function prepareSolution(): Promise<Solved> {
  solving ??= (async () => {
    setCaptchaStatus('working');
    const until = Date.now() + usableMs;
    const token = await solve(await call('captchaChallenge'));
    setCaptchaStatus('done');
    return { token, until };
  })();
  const current = solving;
  current.catch(() => {
    // The next call starts again; the form shows the error when the token is needed.
    setCaptchaStatus('idle');
    solving = undefined;
  });
  return current;
}

/** A token can be used once, so each request takes it away. */
export async function takeSolution(): Promise<string> {
  let solved = await prepareSolution();
  if (solved.until < Date.now()) {
    solving = undefined;
    solved = await prepareSolution();
  }
  solving = undefined;
  return solved.token;
}
