import { useEffect, useState } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { useSending } from '../../parts/use-sending.ts';
import type { SentCode } from '../../platform/draft.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { requestAgain } from './request.ts';

const waitSeconds = 59;

/** Another code can be ordered after a while; the clock goes on over a reload. */
export function Resend({ sent, onSent }: { sent: SentCode; onSent: (next: SentCode) => void }) {
  const { verificationCode: words } = usePhrases();
  const left = useSecondsUntil(sent.sentAt + waitSeconds * 1000);
  const [isAgain, setAgain] = useState(false);
  const { send, busy, alert } = useSending(undefined, { stays: true });
  const sendAgain = () =>
    send(async () => {
      onSent(await requestAgain(sent));
      setAgain(true);
    });
  return (
    <>
      <p className="resend">
        {left > 0 ? (
          fill(words.againIn, { time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` })
        ) : (
          <>
            {words.noCode}{' '}
            <button type="button" className="link" aria-disabled={busy} onClick={sendAgain}>
              {words.again}
            </button>
          </>
        )}
      </p>
      <span className="visually-hidden" role="status">
        {isAgain && left > 0 && words.sentAgain}
      </span>
      <Alert {...alert} />
    </>
  );
}

function useSecondsUntil(time: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.min(waitSeconds, Math.max(0, Math.ceil((time - now) / 1000)));
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= time) {
        clearInterval(timer);
      }
    }, 1000);
    return () => clearInterval(timer);
  }, [time]);
  return left;
}
