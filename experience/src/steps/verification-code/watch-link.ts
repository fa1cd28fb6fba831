import { CallError, call } from '../../platform/client.ts';
import { newState } from '../../platform/provider-way.ts';
import { awaitHandOver } from '../../platform/tab-channel.ts';

/** Proven: the code was shown in another tab of this browser. Ended: nothing waits here any more. Lost: begun anew. */
type Progress = 'waiting' | 'proven' | 'ended' | 'lost' | 'unknown';

const codeLifeMs = 10 * 60_000;
const [firstMs, growth, longestMs] = [4000, 1.5, 30_000];
/** How long the tab of the link has to go on before this one does. */
const graceMs = 3000;

/** About thirty questions in the life of a code, and only while the page is visible. */
const pauseBefore = (question: number) => Math.min(longestMs, firstMs * growth ** question);

/** The server answers by the cookie of this browser, so a link that is used in another browser never counts here. */
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
  /** True when this tab itself sends a code, has shown it, or leaves with the answer. */
  isBusy: () => boolean;
  goOn: () => void;
  end: () => void;
};

/**
 * Waits until the link beside the code is used in this browser. The other tab says so; asking the server now and then covers
 * browsers in which the tabs cannot talk and tabs that were asleep. Returns how to stop.
 */
export function watchLink({ verificationId, sentAt, isBusy, goOn, end }: Watch): () => void {
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
    if (!isStopped && Date.now() + pause < sentAt + codeLifeMs) {
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
      finish(goOn);
    } else {
      seenProvenAt ??= Date.now();
      askLater(graceMs);
    }
  }

  // A hidden page asks nothing; it asks when somebody looks at it again.
  const onVisible = () => document.hidden || void ask();

  const stopListening = awaitHandOver(verificationId, newState(), () => finish(goOn));
  document.addEventListener('visibilitychange', onVisible);
  askLater();
  return stop;
}
