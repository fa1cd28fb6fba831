import { useId } from 'react';
import type { Values } from '../../parts/step-form.tsx';
import { askedFactors } from '../../platform/draft.ts';
import { callFactors } from '../../platform/factor-calls.ts';
import { leave } from '../../platform/finish.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';

/** Offers not to ask for the second factor in this browser, if the settings allow it. */
export function TrustCheckbox() {
  const id = useId();
  const { factors: words } = usePhrases();
  const days = askedFactors('verify')?.trustDays;
  if (days === undefined) {
    return null;
  }
  return (
    <div className="check trust-device">
      <input type="checkbox" id={id} name="trust" />
      <label htmlFor={id}>{fill(words.trust, { days: String(days) })}</label>
    </div>
  );
}

/** Submits the sign-in after a factor was verified. */
export async function leaveVerified({ trust }: Values): Promise<void> {
  if (trust !== undefined) {
    await callFactors('trustDevice');
  }
  await leave();
}
