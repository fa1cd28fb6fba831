import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchLink } from './watch-link.ts';

const page = { hidden: false, documentElement: { lang: 'en' } };
let isVisible: (() => void) | undefined;
let asked = 0;

const record = (verified: boolean) => ({ id: 'abc', type: 'EmailVerificationCode', verified });
const answers = {
  waiting: () => Response.json({ verificationRecords: [record(false)] }),
  proven: () => Response.json({ verificationRecords: [record(true)] }),
  lost: () => Response.json({ verificationRecords: [] }),
  finished: () => Response.json({ code: 'session.interaction_not_found', message: '' }, { status: 404 }),
  ended: () => Response.json({ code: 'session.not_found', message: '' }, { status: 404 }),
  failed: () => Promise.reject(new TypeError('offline')),
};

function serve(name: keyof typeof answers) {
  vi.stubGlobal('fetch', () => {
    asked += 1;
    return answers[name]();
  });
}

function watch(isBusy = () => false) {
  const calls = { proceed: 0, end: 0 };
  const stop = watchLink({
    verificationId: 'abc',
    sentAt: Date.now(),
    lifeMs: 10 * 60_000,
    isBusy,
    proceed: () => {
      calls.proceed += 1;
    },
    end: () => {
      calls.end += 1;
    },
  });
  return { calls, stop };
}

beforeEach(() => {
  vi.useFakeTimers();
  asked = 0;
  page.hidden = false;
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('document', {
    ...page,
    get hidden() {
      return page.hidden;
    },
    addEventListener: (_: string, listener: () => void) => {
      isVisible = listener;
    },
    removeEventListener: () => {
      isVisible = undefined;
    },
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

test('polls less and less often, and stops when the code expires', async () => {
  serve('waiting');
  const { calls } = watch();
  await minutes(1);
  expect(asked).toBeLessThanOrEqual(6);
  await minutes(9);
  expect(asked).toBeLessThanOrEqual(30);
  const soFar = asked;
  await minutes(60);
  expect(asked).toBe(soFar);
  expect(calls).toEqual({ proceed: 0, end: 0 });
});

test('a hidden page does not poll until it is visible again', async () => {
  serve('waiting');
  page.hidden = true;
  const { calls } = watch();
  await minutes(5);
  expect(asked).toBe(0);
  page.hidden = false;
  serve('ended');
  isVisible?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toEqual({ proceed: 0, end: 1 });
});

test('continues when the code was verified elsewhere and the tab of the link does not continue', async () => {
  serve('proven');
  const { calls } = watch();
  await vi.advanceTimersByTimeAsync(4000);
  expect([asked, calls.proceed]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(3100);
  expect([asked, calls.proceed]).toEqual([2, 1]);
  await minutes(10);
  expect([asked, calls.proceed]).toEqual([2, 1]);
});

test('reports the end of the sign-in after the other tab has finished it', async () => {
  serve('proven');
  const { calls } = watch();
  await vi.advanceTimersByTimeAsync(4000);
  serve('finished');
  await minutes(10);
  expect(calls).toEqual({ proceed: 0, end: 1 });
});

test('does nothing when another sign-in was started, the network fails, or this tab sends a code itself', async () => {
  serve('lost');
  const lost = watch();
  await minutes(10);
  expect([asked, lost.calls]).toEqual([1, { proceed: 0, end: 0 }]);

  serve('failed');
  const failed = watch();
  await minutes(10);
  expect(failed.calls).toEqual({ proceed: 0, end: 0 });

  serve('ended');
  asked = 0;
  const busy = watch(() => true);
  await minutes(10);
  expect([asked, busy.calls]).toEqual([0, { proceed: 0, end: 0 }]);
});

test('does not poll after the page is left', async () => {
  serve('ended');
  const { calls, stop } = watch();
  stop();
  await minutes(10);
  expect([asked, calls, isVisible]).toEqual([0, { proceed: 0, end: 0 }, undefined]);
});
