import { CallError, call } from '../../platform/client.ts';
import { newState } from '../../platform/provider-way.ts';
import { awaitHandOver } from '../../platform/tab-channel.ts';

/** Proven: the code was verified in another tab of this browser. Ended: the sign-in is over. Lost: it was restarted. */
type Progress = 'waiting' | 'proven' | 'ended' | 'lost' | 'unknown';

const [firstMs, growth, longestMs] = [4000, 1.5, 30_000];
/** How long the tab of the link may take to continue before this tab does. */
const graceMs = 3000;

/** About thirty polls in the lifetime of a code, and only while the page is visible. */
const pauseBefore = (question: number) => Math.min(longestMs, firstMs * growth ** question);

/** The server checks the cookie of this browser, so a link used in another browser never counts here. */
async function askProgress(verificationId: string): Promise<Progress> {
  try {
    const { verificationRecords = [] } = await call('interaction');
    const record = verificationRecords.find(({ id }) => id === verificationId);
    if (!record) {
      return 'lost';
    }
    return record.verified ? 'proven' : 'waiting';
  } catch (error) {
    const code = error instanceof CallError ? error.code : '';
    return code === 'session.not_found' || code === 'session.interaction_not_found' ? 'ended' : 'unknown';
  }
}

type Watch = {
  verificationId: string;
  /** Milliseconds since 1970. */
  sentAt: number;
  /** How long the code is valid, in milliseconds. */
  lifeMs: number;
  /** True when this tab sends or has verified a code itself, or is leaving the page. */
  isBusy: () => boolean;
  proceed: () => void;
  end: () => void;
};

/**
 * Waits until the link sent with the code is used in this browser. The other tab sends a message; polling the server
 * covers browsers without channels and suspended tabs. Returns a function that stops waiting.
 */
export function watchLink({ verificationId, sentAt, lifeMs, isBusy, proceed, end }: Watch): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isStopped = false;
  let questions = 0;
  let seenProvenAt: number | undefined;

  function stop() {
    isStopped = true;
    clearTimeout(timer);
    stopListening();
    document.removeEventListener('visibilitychange', onVisible);
  }

  function finish(how: () => void) {
    stop();
    how();
  }

  function askLater(pause = pauseBefore(questions)) {
    clearTimeout(timer);
    if (!isStopped && Date.now() + pause < sentAt + lifeMs) {
      timer = setTimeout(ask, pause);
    }
  }

  async function ask() {
    if (isAsking || isStopped || document.hidden) {
      return;
    }
    isAsking = true;
    questions += 1;
    const progress = isBusy() ? 'unknown' : await askProgress(verificationId);
    isAsking = false;
    if (isStopped) {
      return;
    }
    if (isBusy()) {
      askLater();
    } else if (progress === 'ended') {
      finish(end);
    } else if (progress === 'lost') {
      stop();
    } else if (progress !== 'proven') {
      askLater();
    } else if (seenProvenAt !== undefined && Date.now() - seenProvenAt >= graceMs) {
      finish(proceed);
    } else {
      seenProvenAt ??= Date.now();
      askLater(graceMs);
    }
  }

  // A hidden page does not poll; it polls when it becomes visible.
  const onVisible = () => document.hidden || void ask();

  const stopListening = awaitHandOver(verificationId, newState(), () => finish(proceed));
  document.addEventListener('visibilitychange', onVisible);
  askLater();
  return stop;
}
