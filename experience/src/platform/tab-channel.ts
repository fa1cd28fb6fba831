/**
 * Lets the tabs of one browser agree on which one continues after a magic link was used. Messages stay in this browser
 * and on this origin, so a link opened elsewhere reaches no tab here. They contain no code and grant nothing: the
 * server decides by the sign-in cookie whether the code was verified.
 */
type Message = { kind: 'proven' | 'here' | 'go'; verificationId: string; tab?: string };

const channelName = 'postern:code';
const answerMs = 1000;

/** Undefined if the browser has no channels; the waiting tab then polls the server. */
const open = () => (typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName));

const send = (channel: BroadcastChannel, message: Message) => channel.postMessage(message);

// Only pages of this origin can post here.
const read = ({ data }: MessageEvent) => data as Message;

/**
 * Called in the tab of the link after its code was accepted: lets one waiting tab continue. False when none answers;
 * then this tab must continue.
 */
export function handOver(verificationId: string, waitMs = answerMs): Promise<boolean> {
  const channel = open();
  if (!channel) {
    return Promise.resolve(false);
  }
  return new Promise((resolve) => {
    const end = (isTaken: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(isTaken);
    };
    const timer = setTimeout(end, waitMs, false);
    channel.onmessage = (event) => {
      const { kind, tab = '', ...answer } = read(event);
      // Only the first tab that answers: two tabs would finish the same sign-in.
      if (kind === 'here' && answer.verificationId === verificationId) {
        send(channel, { kind: 'go', verificationId, tab });
        end(true);
      }
    };
    send(channel, { kind: 'proven', verificationId });
  });
}

/**
 * Called in a tab that waits for a code: `proceed` runs when the link was used and this tab was chosen. Returns a function
 * that stops waiting.
 */
export function awaitHandOver(verificationId: string, tab: string, proceed: () => void): () => void {
  const channel = open();
  if (!channel) {
    return () => undefined;
  }
  channel.onmessage = (event) => {
    const message = read(event);
    if (message.verificationId !== verificationId) {
      return;
    }
    if (message.kind === 'proven') {
      send(channel, { kind: 'here', verificationId, tab });
    } else if (message.kind === 'go' && message.tab === tab) {
      proceed();
    }
  };
  return () => channel.close();
}
