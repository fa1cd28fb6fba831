import { setTimeout as sleep } from 'node:timers/promises';
import { type Kind, kinds, type Operations } from './soak-operations.ts';

/** Of a hundred operations. A sign-in is seven requests. */
const weights: Record<Kind, number> = {
  'sign-in': 4,
  refresh: 20,
  token: 25,
  userinfo: 20,
  'user list': 10,
  'create user': 3,
  'delete user': 3,
  jwks: 15,
};

/** Most operations are in a part of the tenants, as in every installation. */
const busyShare = 0.8;
const busyTenants = 500;

export function pickTenant(tenants: number): number {
  return Math.floor(Math.random() * (Math.random() < busyShare ? Math.min(busyTenants, tenants) : tenants));
}

function pickKind(): Kind {
  let left = Math.random() * 100;
  for (const kind of kinds) {
    left -= weights[kind];
    if (left < 0) {
      return kind;
    }
  }
  return 'jwks';
}

type Window = { operations: number; requests: number; seconds: number; errors: number; times: number[] };

export type Load = {
  /** Operations per second. */
  rate: number;
  /** What happened since the last call. */
  take(): Window;
  stop(): Promise<void>;
};

/** Starts operations at a fixed rate, whether or not earlier ones have ended. */
export function startLoad(operations: Operations, tenants: number, rate: number): Load {
  let window: Window = { operations: 0, requests: 0, seconds: 0, errors: 0, times: [] };
  let since = performance.now();
  let isOver = false;
  const open = new Set<Promise<void>>();
  const load: Load = {
    rate,
    take() {
      const now = performance.now();
      const taken = { ...window, seconds: (now - since) / 1000 };
      window = { operations: 0, requests: 0, seconds: 0, errors: 0, times: [] };
      since = now;
      return taken;
    },
    async stop() {
      isOver = true;
      await ticking;
      await Promise.all(open);
    },
  };
  operations.onRequest = (milliseconds) => {
    window.requests += 1;
    window.times.push(milliseconds);
  };
  const known = new Set<string>();
  async function one(): Promise<void> {
    try {
      await operations.run(pickKind(), pickTenant(tenants));
      window.operations += 1;
    } catch (error) {
      window.errors += 1;
      const text = String(error);
      if (!known.has(text) && known.size < 20) {
        known.add(text);
        console.error(`${new Date().toISOString()} ${text}`);
      }
    }
  }
  const ticking = (async () => {
    let due = performance.now();
    while (!isOver) {
      for (; due <= performance.now(); due += 1000 / load.rate) {
        const running = one().finally(() => open.delete(running));
        open.add(running);
      }
      await sleep(5);
    }
  })();
  return load;
}
