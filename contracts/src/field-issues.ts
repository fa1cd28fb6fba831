import { z } from 'zod';

/** Problems of a field. Codes are stable: programs may compare them. */
export const issueCodes = [
  /** Missing or empty. */
  'required',
  'wrong_type',
  /** Number of characters. */
  'too_short',
  'too_long',
  /** Number of entries. */
  'too_few',
  'too_many',
  /** Size of a number. */
  'too_small',
  'too_large',
  'invalid_url',
  'invalid_email',
  'invalid_date',
  'invalid_format',
  /** Not among the allowed values. */
  'invalid_value',
  'unknown_key',
  /** Another rule; the message describes it. */
  'custom',
] as const;
export type IssueCode = (typeof issueCodes)[number];

/** One problem of a request, in `data.issues` of the error body. An empty path means the whole part. */
export const FieldIssue = z.object({
  path: z.array(z.union([z.string(), z.int().min(0)])).describe('Keys and list indexes that lead to the field.'),
  code: z.enum(issueCodes),
  message: z.string().describe('What to do, in the language of the request.'),
});
export type FieldIssue = z.infer<typeof FieldIssue>;

/** `data` of an error body with fields. */
export const FieldIssues = z.object({ issues: z.array(FieldIssue) });

/** Fills `{{name}}` in a sentence. Placeholders in values are not filled. */
export const fillSentence = (sentence: string, values: Readonly<Record<string, string | number>> = {}): string =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')).trim();

/** `params` of a custom issue of a schema: its code, and its sentence separate from its values. */
export type IssueParams = { issue: IssueCode; sentence?: string; values?: Record<string, string> };
