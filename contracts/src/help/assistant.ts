import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** A section of the documentation. */
export const Passage = z.object({
  /** Title of the page. */
  title: z.string(),
  /** Heading of the section; empty for the beginning of a page. */
  heading: z.string(),
  /** Relative to the documentation, such as `users#import`. */
  path: z.string(),
  /** Its sentences around the words of the question, in pieces. */
  excerpt: z.array(z.object({ text: z.string(), isMatch: z.boolean() })),
});
export type Passage = z.infer<typeof Passage>;

export const maxQuestionLength = 2000;
const maxMessages = 20;

export const ChatMessage = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.string().trim().min(1).max(8000),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

export const Question = z.strictObject({
  /** The conversation so far. The last message is the question. */
  messages: z
    .array(ChatMessage)
    .min(1)
    .max(maxMessages)
    .refine((messages) => messages.at(-1)?.role === 'user', 'The last message must be the question.'),
});

/** An event of an answer, as the data of a server-sent event. */
export const AnswerPart = z.union([
  z.object({ passages: z.array(Passage) }),
  z.object({ text: z.string() }),
  /**
   * The last event. `passages`: no language model is configured. `failed`: the model did not answer, or not to the end.
   */
  z.object({ end: z.enum(['answered', 'passages', 'failed']) }),
]);
export type AnswerPart = z.infer<typeof AnswerPart>;

const common = { auth: { kind: 'me' }, document: 'me', tag: 'Assistant' } as const;

export const assistantApi = {
  search: endpoint({
    ...common,
    method: 'GET',
    path: '/me/assistant/passages',
    summary: 'Find sections of the documentation.',
    query: z.object({ q: z.string().trim().min(1).max(200) }),
    response: z.array(Passage),
  }),
  ask: endpoint({
    ...common,
    method: 'POST',
    path: '/me/assistant/answers',
    summary: 'Answer a question from the documentation, as server-sent events.',
    body: Question,
    file: ['text/event-stream'],
    errors: ['assistant.too_many_questions'],
  }),
} as const;
