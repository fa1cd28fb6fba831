import { setTimeout as sleep } from 'node:timers/promises';
import { authorize, type Person } from '../../server/src/testing/flows.ts';

export type Target = {
  endpoint: string;
  /** Valid for an hour. */
  token: string;
  newToken(): Promise<string>;
  clientId: string;
  redirectUri: string;
  person: Person;
};

/** What clients have seen. */
export type Seen = {
  /** Ids of users whose creation was confirmed. */
  confirmed: string[];
  /** Requests that failed or were answered with an error. */
  failedWrites: number;
  /** Requests that failed again when the client repeated them once. */
  failedWritesTwice: number;
  /** The longest time until a request of a writer was answered, in seconds. */
  longestAnswer: number;
  /** The longest time without a confirmed write, in seconds. */
  longestGap: number;
  signIns: number;
  /** Sign-ins that failed once and succeeded when the client tried again. */
  retriedSignIns: number;
  failedSignIns: { at: number; reason: string }[];
};

export type Load = {
  /** What was seen until now. */
  seen: Seen;
  /** Sends as many writes at the same time, and resolves when all are answered. */
  burst(count: number): Promise<void>;
  stop(): Promise<Seen>;
};

/** How long a client waits before it repeats a request that failed. */
const retryAfterMs = 1000;

/** Creates users and signs in until it is stopped. */
export function startLoad(
  { endpoint, token: firstToken, newToken, ...visit }: Target,
  { writers, visitors, pauseMs } = { writers: 3, visitors: 2, pauseMs: 20 },
): Load {
  let token = firstToken;
  let bursts = 0;
  let isStopped = false;
  const run = Math.random().toString(36).slice(2, 8);
  const seen: Seen = {
    confirmed: [],
    failedWrites: 0,
    failedWritesTwice: 0,
    longestAnswer: 0,
    longestGap: 0,
    signIns: 0,
    retriedSignIns: 0,
    failedSignIns: [],
  };
  let lastConfirmed = performance.now();
  const confirm = (id: string) => {
    const now = performance.now();
    seen.longestGap = Math.max(seen.longestGap, (now - lastConfirmed) / 1000);
    lastConfirmed = now;
    seen.confirmed.push(id);
  };

  /** The id of the new user, or undefined if the request failed. */
  async function createUser(username: string): Promise<string | undefined> {
    const begin = performance.now();
    try {
      const response = await fetch(`${endpoint}/api/users`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ username }),
        signal: AbortSignal.timeout(30_000),
      });
      const { id } = (await response.json()) as { id?: string };
      if (response.status === 401) {
        token = await newToken();
      }
      return response.ok ? id : undefined;
    } catch {
      return undefined;
    } finally {
      seen.longestAnswer = Math.max(seen.longestAnswer, (performance.now() - begin) / 1000);
    }
  }

  async function write(writer: number): Promise<void> {
    let failures = 0;
    for (let number = 0; !isStopped; number += 1) {
      const id = await createUser(`u_${run}_${writer}_${number}`);
      if (id) {
        confirm(id);
        failures = 0;
        await sleep(pauseMs);
        continue;
      }
      failures += 1;
      seen.failedWrites += 1;
      seen.failedWritesTwice += failures === 2 ? 1 : 0;
      await sleep(failures === 1 ? 300 : 100);
    }
  }

  async function burst(count: number): Promise<void> {
    bursts += 1;
    const answers = Array.from({ length: count }, async (_, number) => {
      const id = await createUser(`u_${run}_burst_${bursts}_${number}`);
      if (id) {
        confirm(id);
      } else {
        seen.failedWrites += 1;
      }
    });
    await Promise.all(answers);
  }

  const signIn = () => authorize({ issuer: `${endpoint}/oidc`, ...visit });

  /** Follows `Retry-After` as long as the service says that it is busy, and repeats a failed sign-in once. */
  async function visitOnce(): Promise<void> {
    try {
      await signIn();
    } catch {
      await sleep(retryAfterMs);
      await untilAvailable();
      await signIn();
      seen.retriedSignIns += 1;
    }
    seen.signIns += 1;
  }

  /** A person who sees "try again later" tries again later. */
  async function untilAvailable(): Promise<void> {
    for (let tries = 0; tries < 30 && !isStopped; tries += 1) {
      const response = await fetch(`${endpoint}/oidc/jwks`, { signal: AbortSignal.timeout(5000) }).catch(
        () => undefined,
      );
      const ready = await fetch(`${endpoint}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
      if (response?.ok && ready?.ok) {
        return;
      }
      await sleep(retryAfterMs);
    }
  }

  async function visitAgainAndAgain(): Promise<void> {
    while (!isStopped) {
      try {
        await visitOnce();
      } catch (error) {
        const { message, cause } = error as Error;
        seen.failedSignIns.push({ at: Date.now(), reason: `${message} ${cause ?? ''}`.slice(0, 200) });
      }
    }
  }

  const work = [
    ...Array.from({ length: writers }, (_, writer) => write(writer)),
    ...Array.from({ length: visitors }, visitAgainAndAgain),
  ];
  return {
    seen,
    burst,
    async stop() {
      isStopped = true;
      await Promise.all(work);
      seen.longestGap = Math.max(seen.longestGap, (performance.now() - lastConfirmed) / 1000);
      return seen;
    },
  };
}
