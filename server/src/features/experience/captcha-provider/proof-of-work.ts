import { randomInt } from 'node:crypto';
import { type CaptchaChallenge, type CaptchaConfig, CaptchaSolution } from '@postern/contracts/experience/captcha';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

type Difficulty = Extract<CaptchaConfig, { type: 'ProofOfWork' }>['difficulty'];

const algorithm = 'PBKDF2/SHA-256';
/** Rounds of one attempt: half a millisecond on a desktop. */
const cost = 2000;
/** A browser needs between this many and twice as many attempts. */
const attempts: Record<Difficulty, number> = { Low: 200, Medium: 1000, High: 4000 };
const lifetimeSeconds = 300;

/** Separate keys for the puzzle and for its solution, so that one signature cannot stand in for the other. */
const secretsOf = (key: string) => ({
  hmacSignatureSecret: `puzzle ${key}`,
  hmacKeySignatureSecret: `solution ${key}`,
});

export async function createPuzzle(key: string, difficulty: Difficulty): Promise<CaptchaChallenge> {
  const fewest = attempts[difficulty];
  const challenge = await createChallenge({
    algorithm,
    cost,
    counter: fewest + randomInt(fewest),
    deriveKey,
    expiresAt: Math.floor(Date.now() / 1000) + lifetimeSeconds,
    ...secretsOf(key),
  });
  // With both secrets, the library always signs the puzzle and its solution.
  return challenge as CaptchaChallenge;
}

function readToken(token: string): CaptchaSolution | undefined {
  try {
    return CaptchaSolution.safeParse(JSON.parse(Buffer.from(token, 'base64').toString())).data;
  } catch {
    // Not JSON, so not a solution.
    return undefined;
  }
}

type Solved = { id: string; expiresAt: Date };

/** The puzzle that a token solves; a code as the reason if it does not. Whether it was used before is not checked. */
export async function checkSolution(key: string, token: string): Promise<Solved | { reason: string }> {
  const given = readToken(token);
  if (!given) {
    return { reason: 'malformed' };
  }
  const { challenge, solution } = given;
  const result = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(key) });
  if (!result.verified) {
    return { reason: result.expired ? 'expired' : result.invalidSignature ? 'forged' : 'unsolved' };
  }
  return { id: challenge.parameters.nonce, expiresAt: new Date(challenge.parameters.expiresAt * 1000) };
}
