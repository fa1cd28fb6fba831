let last: Promise<unknown> = Promise.resolve();

async function verifyNow(password: string, digest: string): Promise<boolean> {
  // Loaded with the first check: most installations have no bcrypt digests.
  const { verify } = await import('@node-rs/bcrypt');
  return verify(password, digest);
}

/**
 * Runs one check at a time. Each takes a thread of Node's pool for up to a second, and the pool has four: argon2, files
 * and DNS need the others.
 */
export function verifyBcrypt(password: string, digest: string): Promise<boolean> {
  const answer = last.then(() => verifyNow(password, digest));
  // The caller handles a failure; the next check runs anyway.
  last = answer.catch(() => undefined);
  return answer;
}
