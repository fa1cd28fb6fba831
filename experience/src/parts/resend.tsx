import { useEffect, useState } from 'react';
import { fill } from '../platform/languages.ts';
import { usePhrases } from '../platform/phrases.ts';
import { Alert } from './alert.tsx';
import { useSending } from './use-sending.ts';

const waitSeconds = 59;

/** Milliseconds since 1970, and the function that sends another code. */
type ResendProps = { sentAt: number; sendAgain: () => Promise<void> };

/** Another code can be requested after a while; the countdown survives a reload. */
export function Resend({ sentAt, sendAgain }: ResendProps) {
  const { verificationCode: words } = usePhrases();
  const left = useSecondsUntil(sentAt + waitSeconds * 1000);
  const [isAgain, setAgain] = useState(false);
  const { send, busy, alert } = useSending(undefined, { stays: true });
  const order = () =>
    send(async () => {
      await sendAgain();
      setAgain(true);
    });
  return (
    <>
      <p className="resend">
        {left > 0 ? (
          fill(words.againIn, {
            time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`,
            seconds: left,
          })
        ) : (
          <>
            {words.noCode}{' '}
            <button type="button" className="link" aria-disabled={busy} onClick={order}>
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
