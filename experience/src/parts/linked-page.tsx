import { useState } from 'react';
import type { CallError } from '../platform/client.ts';
import { usePhrases } from '../platform/phrases.ts';
import { Alert } from './alert.tsx';
import { DeadEnd, WalledGate } from './dead-end.tsx';
import { useArrival } from './use-arrival.ts';
import { Waiting } from './waiting.tsx';

type LinkedState<Open, Done> =
  | { is: 'loading' }
  | { is: 'open'; open: Open }
  | { is: 'done'; done: Done }
  | { is: 'refused'; code: string };

/**
 * The token of the link: after `#`, which browsers send to no server, so that no log contains it. Older messages have it in
 * the query.
 */
function readToken(): string {
  const { hash, search } = window.location;
  return new URLSearchParams(hash.slice(1)).get('token') ?? new URLSearchParams(search).get('token') ?? '';
}

/** State of a page that is opened from a message: reads what its token is for. Only its button changes anything. */
export function useLinkedPage<Open, Done>(inspect: (token: string) => Promise<Open>) {
  const [token] = useState(readToken);
  const [state, setState] = useState<LinkedState<Open, Done>>({ is: 'loading' });
  const refuse = ({ code }: CallError) => setState({ is: 'refused', code });
  const alert = useArrival(async () => setState({ is: 'open', open: await inspect(token || '-') }), refuse);
  return {
    token,
    state,
    alert,
    refuse,
    reopen: (open: Open) => setState({ is: 'open', open }),
    finish: (done: Done) => setState({ is: 'done', done }),
  };
}

export function LinkLoading({ alert }: { alert: ReturnType<typeof useArrival> }) {
  const { common } = usePhrases();
  return (
    <>
      <Waiting title={common.working} />
      <Alert {...alert} />
    </>
  );
}

type LinkRefusedProps = { code: string; words: { refusedTitle: string; reasons: { not_found: string } } };

export function LinkRefused({ code, words }: LinkRefusedProps) {
  const known: Record<string, string> = words.reasons;
  const reason = code.split('.')[1] ?? '';
  return (
    <DeadEnd
      drawing={<WalledGate />}
      title={words.refusedTitle}
      text={<p>{known[reason] ?? words.reasons.not_found}</p>}
    />
  );
}
