import { type ClipboardEvent, type InputEvent, useEffect, useId, useState } from 'react';
import { usePhrases } from '../platform/phrases.ts';
import { useFieldError } from './step-form.tsx';
import { Note } from './text-field.tsx';
import { codeLength, readDigits, writeDigit } from './verification-code.ts';
import './code-field.css';

/** Six boxes drawn over one real input, so that paste, autofill and screen readers work as usual. */
export function CodeField() {
  const id = useId();
  const { verificationCode: words } = usePhrases();
  const { error, failure, clear } = useFieldError('code');
  const [digits, setDigits] = useState('');
  const [place, setPlace] = useState<number>();
  const isRefused = Boolean(error) && digits.length === codeLength;
  // A rejected code cannot be reused, so the boxes are cleared. Digits of an incomplete code stay.
  useEffect(() => {
    if (isRefused) {
      setDigits('');
      setPlace(0);
    }
  }, [isRefused]);
  // The last attempt fails with an alert instead of a field error.
  useEffect(() => {
    if (failure?.code === 'session.verification_blocked_too_many_attempts') {
      setDigits('');
      setPlace(0);
    }
  }, [failure]);

  function take(next: string, input: HTMLInputElement, caret = next.length) {
    clear();
    setDigits(next);
    setPlace(caret);
    // React sets the value first, which would move the caret to the end.
    queueMicrotask(() => {
      input.setSelectionRange(caret, caret);
      if (next.length === codeLength && next !== digits) {
        input.form?.requestSubmit();
      }
    });
  }

  function onInput(event: InputEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const { text, caret } = writeDigit(input.value, input.selectionStart ?? input.value.length);
    take(text, input, caret);
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = readDigits(event.clipboardData.getData('text'));
    if (pasted.length > 1) {
      event.preventDefault();
      take(pasted, event.currentTarget);
    }
  }

  return (
    <div className="code-field">
      <div className="code-boxes">
        <input
          id={id}
          name="code"
          aria-label={words.label}
          aria-required
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}-note`}
          autoComplete="one-time-code"
          inputMode="numeric"
          spellCheck={false}
          value={digits}
          onInput={onInput}
          onPaste={onPaste}
          onFocus={(event) => setPlace(event.currentTarget.selectionStart ?? 0)}
          onSelect={(event) => setPlace(event.currentTarget.selectionStart ?? undefined)}
          onBlur={() => setPlace(undefined)}
        />
        {Array.from({ length: codeLength }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
          <span key={index} aria-hidden="true" className={boxClass(index, place, Boolean(error))}>
            {digits[index]}
          </span>
        ))}
      </div>
      <Note id={`${id}-note`} error={error} />
    </div>
  );
}

function boxClass(index: number, place: number | undefined, isWrong: boolean): string {
  const isNow = place !== undefined && index === Math.min(place, codeLength - 1);
  return `code-box${isNow ? ' now' : ''}${isWrong ? ' wrong-box' : ''}`;
}
