import { createContext, type ReactNode, type SubmitEvent, use, useEffect, useRef, useState } from 'react';
import { prepareCaptcha } from '../platform/begin.ts';
import type { CallError } from '../platform/client.ts';
import { usePhrases } from '../platform/phrases.ts';
import { Alert } from './alert.tsx';
import { useSending } from './use-sending.ts';
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
  /** Ends by leaving the page, or with `stays` where it began. */
  submit: (values: Values) => Promise<void>;
  /** Error codes that belong to a field; undefined when not after all. Codes that a step takes lead there, the rest becomes an alert. */
  place?: Record<string, (error: CallError) => FieldErrors | undefined>;
  stays?: boolean;
  /** Begins with the first field, also where it is filled in already. */
  fromTop?: boolean;
  children: ReactNode;
};

type FormState = {
  errors: FieldErrors /** What the alert says. */;
  failure?: CallError | undefined;
  clear: (name: string) => void;
};

const FormContext = createContext<FormState>({ errors: {}, clear: () => undefined });

/** The error of one field, and how to take it back when the field is edited. */
export function useFieldError(name: string) {
  const { errors, failure, clear } = use(FormContext);
  return { error: errors[name], failure, clear: () => clear(name) };
}

/** One form, one button: sends once, keeps what was typed, puts each error where it belongs. */
export function StepForm(props: StepFormProps) {
  const { startWith, action, check, submit, place = {}, stays = false, fromTop = false, children } = props;
  const { common } = usePhrases();
  const form = useRef<HTMLFormElement>(null);
  const [attempt, setAttempt] = useState(startWith ? 1 : 0);
  const [errors, setErrors] = useState<FieldErrors>(startWith ?? {});
  const { send, busy, slow, isSending, alert } = useSending(settleFailure, { stays });

  useEffect(prepareCaptcha, []);
  useEffect(() => focusFirst(form.current, attempt > 0, fromTop), [attempt, fromTop]);

  function settleFailure(failure: CallError): boolean {
    const placed = place[failure.code]?.(failure);
    if (placed) {
      setErrors(placed);
      setAttempt((count) => count + 1);
    }
    return Boolean(placed);
  }

  function trySending(event?: SubmitEvent) {
    event?.preventDefault();
    if (isSending() || !form.current) {
      return;
    }
    const values = readValues(form.current);
    const wrong = check(values);
    alert.onClose();
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) {
      setAttempt((count) => count + 1);
      return;
    }
    send(() => submit(values));
  }

  const clear = (name: string) => errors[name] && setErrors({ ...errors, [name]: '' });

  return (
    <FormContext value={{ errors, failure: alert.error, clear }}>
      <form className="form" ref={form} noValidate onSubmit={trySending}>
        {children}
        <div className="captcha" />
        <button type="submit" className="button primary" aria-disabled={busy} aria-busy={busy}>
          {action}
          {slow && <span className="spinner" />}
        </button>
        <span className="visually-hidden" role="status">
          {slow && common.working}
        </span>
      </form>
      <Alert {...alert} onRetry={trySending} />
    </FormContext>
  );
}

function readValues(form: HTMLFormElement): Values {
  return Object.fromEntries(Array.from(new FormData(form), ([name, value]) => [name, String(value)]));
}

/** On arrival the first empty field, after a failure the first wrong one. */
function focusFirst(form: HTMLFormElement | null, failed: boolean, fromTop: boolean) {
  const inputs = Array.from(
    form?.querySelectorAll<HTMLInputElement>('input:not([readonly]), select:not([name="region"])') ?? [],
  );
  const target = failed
    ? inputs.find((input) => input.getAttribute('aria-invalid') === 'true')
    : (inputs.find((input) => fromTop || input.value === '') ?? inputs[0]);
  target?.focus();
  if (failed && target?.type !== 'checkbox') {
    target?.select();
  }
}
