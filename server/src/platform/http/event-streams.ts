import { Readable } from 'node:stream';
import { every } from '#platform/jobs/every';

/** Keeps proxies from closing an idle connection. */
const beatMs = 25_000;
/** The token is checked when a stream opens, so streams must be reopened regularly. */
const lifeMs = 15 * 60_000;
/** A reader that is this far behind is disconnected. It reads everything again after it reconnects. */
const maxWaitingBytes = 64 * 1024;

type EventStream<Owner> = { owner: Owner; send(text: string): void; end(): void };

/** Open streams of server-sent events of this process, in groups that receive the same events. */
export type EventStreams<Owner> = {
  /** `first` is sent before all events. */
  open(group: string, owner: Owner, options?: { endsAt?: number; first?: string }): Readable;
  of(group: string): EventStream<Owner>[];
  all(): EventStream<Owner>[];
  groups(): string[];
  endAll(): void;
  /** Ends all streams. A stream that is opened later ends at once, so that it cannot delay the shutdown. */
  stop(): void;
};

/** `onBeat` runs regularly while any stream is open. */
export function createEventStreams<Owner>(onBeat: () => void = () => {}): EventStreams<Owner> {
  const open = new Map<string, Set<EventStream<Owner>>>();
  let beat: ReturnType<typeof every> | undefined;
  let isStopped = false;
  const of = (group: string) => [...(open.get(group) ?? [])];
  const all = () => [...open.values()].flatMap((streams) => [...streams]);

  function add(group: string, stream: EventStream<Owner>): void {
    open.set(group, (open.get(group) ?? new Set()).add(stream));
    // One timer for all streams; stopped while there are none.
    beat ??= every(beatMs, () => {
      for (const one of all()) {
        one.send(': still here\n\n');
      }
      onBeat();
    });
  }

  function forget(group: string, stream: EventStream<Owner>): void {
    const own = open.get(group);
    own?.delete(stream);
    if (own?.size === 0) {
      open.delete(group);
    }
    if (open.size === 0) {
      beat?.stop();
      beat = undefined;
    }
  }

  function endAll(): void {
    for (const stream of all()) {
      stream.end();
    }
  }

  return {
    of,
    all,
    groups: () => [...open.keys()],
    endAll,
    stop() {
      isStopped = true;
      endAll();
    },
    open(group, owner, { endsAt = Number.POSITIVE_INFINITY, first = '' } = {}) {
      const content = new Readable({ read() {} });
      const stream: EventStream<Owner> = {
        owner,
        send(text) {
          content.push(text);
          if (content.readableLength > maxWaitingBytes) {
            close();
            content.destroy();
          }
        },
        end() {
          close();
          content.push(null);
        },
      };
      const timer = setTimeout(() => stream.end(), Math.max(0, Math.min(lifeMs, endsAt - Date.now()))).unref();
      /** Nothing is sent to the stream from now on. */
      function close(): void {
        clearTimeout(timer);
        forget(group, stream);
      }
      content.once('close', close);
      add(group, stream);
      // Signals the browser that it receives all events from now on.
      stream.send(`: listening\n\n${first}`);
      if (isStopped) {
        stream.end();
      }
      return content;
    },
  };
}
