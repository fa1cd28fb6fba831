import {
  createContext,
  lazy,
  type ReactNode,
  type SubmitEvent,
  Suspense,
  use,
  useEffect,
  useRef,
  useState,
} from 'react';
import { prepareCaptcha, showsCaptchaStatus } from '../platform/begin.ts';
import type { CallError } from '../platform/client.ts';
import { usePhrases } from '../platform/phrases.ts';
import { Alert } from './alert.tsx';
import { useSending } from './use-sending.ts';
import './button.css';
import './form.css';

export type Values = Record<string, string>;
export type FieldErrors = Record<string, string>;

type StepFormProps = {
  /** Errors found by a later page. */
  startWith?: FieldErrors;
  /** Label of the button. */
  action: string;
  /** Validates before submitting: field → message. */
  check: (values: Values) => FieldErrors;
  /** Ends by leaving the page, unless `stays` is set. */
  submit: (values: Values) => Promise<void>;
  /**
   * Error codes that belong to a field; undefined if they do not apply. Codes claimed by a step navigate there, all
   * others become an alert.
   */
  place?: Record<string, (error: CallError) => FieldErrors | undefined>;
  stays?: boolean;
  /** The page has a more important button. */
  isMinor?: boolean;
  /** Focuses the first field, even if it is filled in. */
  fromTop?: boolean;
  children: ReactNode;
};

type FormState = {
  errors: FieldErrors /** The error shown in the alert. */;
  failure?: CallError | undefined;
  clear: (name: string) => void;
};

const FormContext = createContext<FormState>({ errors: {}, clear: () => undefined });

/** The error of one field, and a function to clear it when the field is edited. */
export function useFieldError(name: string) {
  const { errors, failure, clear } = use(FormContext);
  return { error: errors[name], failure, clear: () => clear(name) };
}

/** Keeps the room of the line, so that nothing moves when it is loaded. */
const CaptchaRoom = () => <p className="captcha-line" role="status" />;

/** Few tenants use the built-in captcha. Without the line, the form works too. */
const CaptchaLine = lazy(() =>
  import('./captcha-line.tsx').then(
    ({ CaptchaLine: Line }) => ({ default: Line }),
    () => ({ default: CaptchaRoom }),
  ),
);

/** A form with one button: submits once, keeps the input, and shows each error at its field. */
export function StepForm(props: StepFormProps) {
  const { startWith, action, check, submit, place = {}, stays = false, isMinor, fromTop = false, children } = props;
  const { common } = usePhrases();
  const form = useRef<HTMLFormElement>(null);
  const [hasCaptchaLine] = useState(showsCaptchaStatus);
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
      {/* Before the scripts are there, a form of this method does nothing (HTML, form submission algorithm). */}
      <form className="form" ref={form} method="dialog" noValidate onSubmit={trySending}>
        {children}
        <div className="captcha" />
        {hasCaptchaLine && (
          <Suspense fallback={<CaptchaRoom />}>
            <CaptchaLine />
          </Suspense>
        )}
        <button type="submit" className={isMinor ? 'button' : 'button primary'} aria-disabled={busy} aria-busy={busy}>
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

/** Focuses the first empty field on load, and the first invalid one after a failure. */
function focusFirst(form: HTMLFormElement | null, failed: boolean, fromTop: boolean) {
  if (!failed && form?.contains(document.activeElement)) {
    // Somebody is typing since before the scripts were there.
    return;
  }
  const inputs = Array.from(
    form?.querySelectorAll<HTMLInputElement>(
      'input:not([readonly], [type="hidden"], [type="file"]), select:not([name="region"])',
    ) ?? [],
  );
  const target = failed
    ? inputs.find((input) => input.getAttribute('aria-invalid') === 'true')
    : (inputs.find((input) => fromTop || input.value === '') ?? inputs[0]);
  target?.focus();
  if (failed && target?.type !== 'checkbox') {
    target?.select();
  }
}
