import i18next from 'i18next';
import { z } from 'zod';

/** A whole number as text, because an input field may be empty while it is edited. */
export const lengthText = (longest: number, shortest = 1) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, { error: () => i18next.t('fields.wholeNumber'), abort: true })
    .transform(Number)
    .pipe(z.int().min(shortest).max(longest));
