import { useEffect, useRef, useState } from 'react';
import { CallError } from '../platform/client.ts';
import { useFollowUps } from '../platform/follow-ups.ts';
import { navigate } from '../platform/router.ts';

/**
 * Runs one submission at a time; further clicks are ignored. A submission ends by leaving the page, unless `stays` is
 * set. Errors that `settle` does not handle navigate to the step that claims them, or become an alert.
 */
export function useSending(settle: (failure: CallError) => boolean = () => false, { stays = false } = {}) {
  const followUpOf = useFollowUps();
  const sending = useRef(false);
  const last = useRef<() => Promise<void>>(undefined);
  const [failure, setFailure] = useState<CallError>();
  const [busy, setBusy] = useState(false);

  function rest() {
    sending.current = false;
    setBusy(false);
  }

  function fail(error: unknown) {
    rest();
    const found = error instanceof CallError ? error : new CallError({ code: 'unexpected', message: '' });
    if (settle(found)) {
      return;
    }
    const followUp = followUpOf(found);
    if (followUp) {
      navigate(followUp, { replace: true });
    } else {
      setFailure(found);
    }
  }

  function send(work: () => Promise<void>) {
    if (sending.current) {
      return;
    }
    sending.current = true;
    last.current = work;
    setFailure(undefined);
    setBusy(true);
    work().then(stays ? rest : undefined, fail);
  }

  return {
    send,
    busy,
    slow: useSlow(busy),
    isSending: () => sending.current,
    /** Props of the alert. */
    alert: {
      error: failure,
      onRetry: () => last.current && send(last.current),
      onClose: () => setFailure(undefined),
    },
  };
}

/** Shows no spinner for short waits; it appears after half a second. */
function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) {
      setSlow(false);
      return;
    }
    const timer = setTimeout(() => setSlow(true), 500);
    return () => clearTimeout(timer);
  }, [busy]);
  return slow;
}
