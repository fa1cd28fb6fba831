import {
  type AnswerPart,
  assistantApi,
  type ChatMessage,
  maxQuestionLength,
  type Passage,
} from '@postern/contracts/help/assistant';
import { adminTenantId } from '@postern/contracts/wire';
import { countLimits } from '#features/operations/throttle';
import type { App, Feature } from '#platform/app';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { askModel } from './ask-model.ts';
import { type FoundPassage, findPassages } from './passages.ts';

const shownPassages = 5;
/** Of the question before. */
const earlierPassages = 2;
const foundPassages = 8;
const questionsPerHour = 60;

async function countQuestion(app: App, subject: string): Promise<void> {
  await app.tenancy.write(adminTenantId, async (db) => {
    const limit = { what: `questions to the assistant by ${subject}`, amount: 1, most: questionsPerHour };
    if (await countLimits(db, [limit], 3600)) {
      throw new AppError('assistant.too_many_questions', { retryAfter: 3600 });
    }
  });
}

const event = (part: AnswerPart) => `data: ${JSON.stringify(part)}\n\n`;

/** Each question is ranked for itself. A follow-up such as "and by API?" also needs what was asked before. */
async function findForModel(messages: readonly ChatMessage[]): Promise<FoundPassage[]> {
  const [question = '', earlier] = messages
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content.slice(-maxQuestionLength))
    .reverse();
  const own = await findPassages(question, shownPassages);
  const before = earlier === undefined ? [] : await findPassages(earlier, earlierPassages);
  return [...own, ...before.filter(({ path }) => !own.some((one) => one.path === path))];
}

const show = ({ text: _, ...passage }: FoundPassage): Passage => passage;

async function* answer(app: App, messages: readonly ChatMessage[], signal: AbortSignal): AsyncGenerator<string> {
  const { assistant: model } = app.config;
  if (!model) {
    const found = await findPassages(messages.at(-1)?.content.slice(-maxQuestionLength) ?? '', shownPassages);
    yield event({ passages: found.map(show) });
    yield event({ end: 'passages' });
    return;
  }
  const passages = await findForModel(messages);
  yield event({ passages: passages.map(show) });
  try {
    for await (const text of askModel({ app, model, messages, passages, signal })) {
      yield event({ text });
    }
    yield event({ end: 'answered' });
  } catch (error) {
    if (!signal.aborted) {
      app.log.warn({ err: error }, 'assistant answer failed');
      yield event({ end: 'failed' });
    }
  }
}

function assistantRoutes(scope: Scope): void {
  route(scope, assistantApi.search, {
    respond: async ({ query }) => (await findPassages(query.q, foundPassages)).map(show),
  });

  route(scope, assistantApi.ask, {
    send: async ({ app, body, caller, reply }) => {
      await countQuestion(app, caller.subject);
      // A closed window ends the call to the model, which costs money.
      const left = new AbortController();
      reply.raw.once('close', () => left.abort());
      return { type: 'text/event-stream', content: answer(app, body.messages, left.signal) };
    },
  });
}

/** Answers questions of console users from the documentation, with a language model if the operator has one. */
export const assistant: Feature = { name: 'assistant', adminRoutes: assistantRoutes };
