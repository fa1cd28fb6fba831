import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { JsonObject } from '../fields.ts';

export const subjectTokenTtl = 600;

/** `context` is stored with the token and passed to custom JWT scripts. */
export const CreateSubjectToken = z.strictObject({
  userId: z.string().min(1).max(21),
  context: JsonObject.optional(),
});
export type CreateSubjectToken = z.infer<typeof CreateSubjectToken>;

export const SubjectToken = z.object({ subjectToken: z.string(), expiresIn: z.number() });

export const subjectTokensApi = {
  create: endpoint({
    auth: { kind: 'management' },
    document: 'management',
    tag: 'Subject tokens',
    method: 'POST',
    path: '/api/subject-tokens',
    quota: ['subjectTokenEnabled'],
    summary: 'Create a subject token, which acts for a user in one token exchange within ten minutes.',
    body: CreateSubjectToken,
    response: SubjectToken,
    status: [201],
    errors: ['entity.not_exists_with_id'],
  }),
} as const;
