import { createContext, type ReactNode, type SubmitEvent, use, useEffect, useRef, useState } from 'react';
import { CallError } from '../platform/client.ts';
import { useFollowUps } from '../platform/follow-ups.ts';
import { usePhrases } from '../platform/phrases.ts';
import { navigate } from '../platform/router.ts';
import { Alert } from './alert.tsx';
import './button.css';
import './form.css';

export type Values = Record<string, string>;
export type FieldErrors = Record<string, string>;

type StepFormProps = {
  /** Errors that a later page found. */
  startWith?: FieldErrors;
  /** The words on the button. */
  action: string;
  /** What is wrong before anything is sent: field → sentence. */
  check: (values: Values) => FieldErrors;
  /** Ends by leaving the page. */
  submit: (values: Values) => Promise<void>;
  /** Error codes that belong to a field. Codes that a step takes lead there; the rest becomes an alert. */
  place?: Record<string, (error: CallError) => FieldErrors>;
  children: ReactNode;
};

const FormContext = createContext<{ errors: FieldErrors; clear: (name: string) => void }>({
  errors: {},
  clear: () => undefined,
});

/** The error of one field, and how to take it back when the field is edited. */
export function useFieldError(name: string) {
  const { errors, clear } = use(FormContext);
  return { error: errors[name], clear: () => clear(name) };
}

/** One form, one button: sends once, keeps what was typed, puts each error where it belongs. */
export function StepForm({ startWith, action, check, submit, place = {}, children }: StepFormProps) {
  const { common } = usePhrases();
  const followUps = useFollowUps();
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [attempt, setAttempt] = useState(startWith ? 1 : 0);
  const [errors, setErrors] = useState<FieldErrors>(startWith ?? {});
  const [alert, setAlert] = useState<CallError>();
  const [busy, setBusy] = useState(false);
  const slow = useSlow(busy);

  useEffect(() => focusFirst(form.current, attempt > 0), [attempt]);

  function settleFailure(error: unknown) {
    sending.current = false;
    setBusy(false);
    const failure = error instanceof CallError ? error : new CallError({ code: 'unexpected', message: '' });
    const placed = place[failure.code]?.(failure);
    const followUp = followUps[failure.code];
    if (placed) {
      setErrors(placed);
      setAttempt((count) => count + 1);
    } else if (followUp) {
      navigate(followUp, { replace: true });
    } else {
      setAlert(failure);
    }
  }

  function send(event?: SubmitEvent) {
    event?.preventDefault();
    if (sending.current || !form.current) {
      return;
    }
    const values = readValues(form.current);
    const wrong = check(values);
    setAlert(undefined);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) {
      setAttempt((count) => count + 1);
      return;
    }
    sending.current = true;
    setBusy(true);
    submit(values).catch(settleFailure);
  }

  const clear = (name: string) => errors[name] && setErrors({ ...errors, [name]: '' });

  return (
    <FormContext value={{ errors, clear }}>
      <form className="form" ref={form} noValidate onSubmit={send}>
        {children}
        <button type="submit" className="button primary" aria-disabled={busy} aria-busy={busy}>
          {action}
          {slow && <span className="spinner" />}
        </button>
        <span className="visually-hidden" role="status">
          {slow && common.working}
        </span>
      </form>
      <Alert error={alert} onRetry={send} onClose={() => setAlert(undefined)} />
    </FormContext>
  );
}

function readValues(form: HTMLFormElement): Values {
  return Object.fromEntries(Array.from(new FormData(form), ([name, value]) => [name, String(value)]));
}

/** On arrival the first empty field, after a failure the first wrong one. */
function focusFirst(form: HTMLFormElement | null, failed: boolean) {
  const inputs = Array.from(form?.querySelectorAll<HTMLInputElement>('input:not([readonly])') ?? []);
  const target = failed
    ? inputs.find((input) => input.getAttribute('aria-invalid') === 'true')
    : (inputs.find((input) => input.value === '') ?? inputs[0]);
  target?.focus();
  if (failed && target?.type !== 'checkbox') {
    target?.select();
  }
}

/** A short wait shows nothing; only after half a second the spinner says that work goes on. */
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
