import { z } from 'zod';

/** The names under which a proxy reports where a request comes from, unless the operator gives others. */
export const defaultHeaders = {
  country: 'x-logto-cf-country',
  city: 'x-logto-cf-city',
  latitude: 'x-logto-cf-latitude',
  longitude: 'x-logto-cf-longitude',
  botScore: 'x-logto-cf-bot-score',
  botVerified: 'x-logto-cf-bot-verified',
};

const wrong = 'must be a JSON object of at most 20 names and headers, such as {"country": "x-country"}';

/** RFC 9110 §5.1: the name of a header is a token. Node has them in lower case. */
const Mapping = z
  .record(
    z.string().regex(/^[A-Za-z]\w{0,31}$/, wrong),
    z
      .string()
      .regex(/^[\w!#$%&'*+.^`|~-]{1,64}$/, wrong)
      .transform((name) => name.toLowerCase()),
  )
  .refine((mapping) => Object.keys(mapping).length <= 20, wrong);

export const headerMapping = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.issues.push({ code: 'custom', message: wrong, input: text });
      return z.NEVER;
    }
  })
  .pipe(Mapping);
