import { z } from 'zod';

/** A port number in an environment variable. */
export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .pipe(z.int().max(65_535, 'must be a port number'));
