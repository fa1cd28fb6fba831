import { z } from 'zod';
import { ConnectorError } from './fail.ts';

/** The validated config; errors name the invalid fields, never their values. */
export function readConfig<T extends z.ZodType>(guard: T, config: unknown): z.output<T> {
  const parsed = guard.safeParse(config);
  if (!parsed.success) {
    const paths = parsed.error.issues.map(({ path }) => path.join('.')).filter(Boolean);
    throw new ConnectorError('invalid_config', { fields: [...new Set(paths)].slice(0, 20) });
  }
  return parsed.data;
}

export const text = z.string().min(1).max(4096);
export const optionalText = z.string().max(4096).optional();
export const webAddress = z.url({ protocol: /^https?$/, hostname: /^.+$/ }).max(2048);

/** A whole number, also as the text of a form. */
export const wholeNumber = (min: number, max: number) =>
  z
    .union([z.number(), z.string().regex(/^\d{1,9}$/)])
    .transform(Number)
    .pipe(z.int().min(min).max(max));
