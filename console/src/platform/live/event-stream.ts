const shortestPause = 1000;
const longestPause = 60_000;
/** After a stream that lasted this long, the next one may start at once. */
const goodMs = 30_000;

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Takes complete messages from the text of an event stream; returns their data and the remaining text. */
export function takeMessages(text: string): { messages: string[]; rest: string } {
  const parts = text.split('\n\n');
  const rest = parts.pop() ?? '';
  const messages = parts.flatMap((part) => {
    const lines = part.split('\n').filter((line) => line.startsWith('data: '));
    return lines.length > 0 ? [lines.map((line) => line.slice('data: '.length)).join('\n')] : [];
  });
  return { messages, rest };
}

/** Thrown by `open` if a retry is useless, because the server refuses this person. */
export class StreamRefused extends Error {}

type Source = {
  /** Requests the stream. The token is in a header, so the built-in EventSource cannot be used. */
  open: (signal: AbortSignal) => Promise<Response>;
  onOpen: () => void;
  onMessage: (data: string) => void;
};

async function follow({ open, onOpen, onMessage }: Source, signal: AbortSignal): Promise<void> {
  const response = await open(signal);
  if (!response.ok || !response.body) {
    throw new Error(`The stream of events answered ${response.status}.`);
  }
  onOpen();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) {
      return;
    }
    const { messages, rest } = takeMessages(text + value);
    text = rest;
    for (const message of messages) {
      onMessage(message);
    }
  }
}

/** Follows a stream and reopens it with increasing pauses, until the signal or a refusal. */
export async function keepFollowing(source: Source, signal: AbortSignal): Promise<void> {
  let wait = shortestPause;
  while (!signal.aborted) {
    const startedAt = performance.now();
    try {
      await follow(source, signal);
    } catch (error) {
      if (error instanceof StreamRefused) {
        return;
      }
      // A temporary network or server failure, or the page was left. The loop retries.
    }
    wait = performance.now() - startedAt > goodMs ? shortestPause : Math.min(wait * 2, longestPause);
    // Jitter, so that browsers do not all reconnect at once.
    await pause(wait * (0.5 + Math.random() / 2), signal);
  }
}
