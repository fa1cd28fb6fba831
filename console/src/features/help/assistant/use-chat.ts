import { pathOf } from '@postern/contracts/endpoint';
import { AnswerPart, assistantApi, type ChatMessage, type Passage } from '@postern/contracts/help/assistant';
import { useEffect, useRef, useState } from 'react';
import { leaveIfRefused } from '#platform/client/leave-if-refused.ts';
import { answerOf, send } from '#platform/client/request.ts';
import { failureMessage } from '#platform/client/show-failure.ts';
import { targetOf } from '#platform/client/target.ts';
import { takeMessages } from '#platform/live/event-stream.ts';
import { accessToken } from '#platform/session/access-token.ts';
import { useTenantId } from '#platform/tenant.ts';

export type Turn = {
  question: string;
  text: string;
  passages: readonly Passage[];
  state: 'running' | 'answered' | 'passages' | 'stopped' | 'failed';
  /** Why there is no answer, if the server says so. */
  failure?: string;
};

/** The contract accepts at most twenty messages. */
const keptTurns = 9;

/** Turns without an answer are left out: the model would see questions that it never answered. */
function messagesOf(turns: readonly Turn[], question: string): ChatMessage[] {
  const earlier = turns
    .filter(({ text }) => text !== '')
    .slice(-keptTurns)
    .flatMap<ChatMessage>(({ question: asked, text }) => [
      { role: 'user', content: asked },
      { role: 'assistant', content: text.slice(0, 8000) },
    ]);
  return [...earlier, { role: 'user', content: question }];
}

async function* answerParts(
  messages: ChatMessage[],
  tenantId: string,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart> {
  const contract = assistantApi.ask;
  const { base, access } = await targetOf(contract, undefined, tenantId);
  const token = access && (await accessToken(access));
  const response = await send(`${base}${pathOf(contract)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ messages }),
    signal,
  });
  if (!response.ok || !response.body) {
    await answerOf(response);
    return;
  }
  let text = '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) {
      return;
    }
    const taken = takeMessages(text + value);
    text = taken.rest;
    for (const message of taken.messages) {
      yield AnswerPart.parse(JSON.parse(message));
    }
  }
}

export function useChat() {
  const tenantId = useTenantId();
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const running = useRef<AbortController>(undefined);
  const isRunning = turns.at(-1)?.state === 'running';
  const changeLast = (change: (turn: Turn) => Turn) =>
    setTurns((all) => all.map((turn, at) => (at === all.length - 1 ? change(turn) : turn)));

  async function ask(question: string): Promise<void> {
    const abort = new AbortController();
    running.current = abort;
    const messages = messagesOf(turns, question);
    setTurns([...turns, { question, text: '', passages: [], state: 'running' }]);
    try {
      for await (const part of answerParts(messages, tenantId, abort.signal)) {
        changeLast((turn) => {
          if ('passages' in part) {
            return { ...turn, passages: part.passages };
          }
          return 'text' in part ? { ...turn, text: turn.text + part.text } : { ...turn, state: part.end };
        });
      }
      // The connection ended without the last event.
      changeLast((turn) => (turn.state === 'running' ? { ...turn, state: 'failed' } : turn));
    } catch (error) {
      if (abort.signal.aborted) {
        return;
      }
      await leaveIfRefused(error);
      changeLast((turn) => ({ ...turn, state: 'failed', failure: failureMessage(error) }));
    }
  }

  function stop(): void {
    running.current?.abort();
    changeLast((turn) => (turn.state === 'running' ? { ...turn, state: 'stopped' } : turn));
  }

  // Leaving the console ends the answer.
  useEffect(() => () => running.current?.abort(), []);
  return {
    turns,
    isRunning,
    ask,
    stop,
    clear() {
      running.current?.abort();
      setTurns([]);
    },
  };
}
