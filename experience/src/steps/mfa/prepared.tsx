import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { usePhrases } from '../../platform/phrases.ts';
import '../../parts/waiting.css';

type PreparedProps<Value> = { prepare: () => Promise<Value>; children: (value: Value) => ReactNode };

/** Fetches once what a page needs from the server; shows a spinner meanwhile, and an alert with retry if it fails. */
export function Prepared<Value>({ prepare, children }: PreparedProps<Value>) {
  const { common } = usePhrases();
  const [value, setValue] = useState<Value>();
  const { send, alert } = useSending(undefined, { stays: true });
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!hasBegun.current) {
      hasBegun.current = true;
      send(async () => setValue(await prepare()));
    }
  }, [send, prepare]);
  return value === undefined ? (
    <>
      <div className="waiting" role="status" aria-label={common.working}>
        {!alert.error && <span className="spinner" />}
      </div>
      <Alert {...alert} />
    </>
  ) : (
    children(value)
  );
}
