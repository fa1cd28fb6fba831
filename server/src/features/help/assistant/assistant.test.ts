import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AnswerPart, assistantApi } from '@postern/contracts/help/assistant';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consolePerson } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';

type Asked = { headers: IncomingHttpHeaders; body: { model: string; messages: { role: string; content: string }[] } };

/** An OpenAI-compatible endpoint. */
let model: Server;
let asked: Asked[] = [];
let reply: (response: ServerResponse) => void;

let withModel: TestApp;
let plain: TestApp;
let tokens: Map<TestApp, string>;

const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;

beforeAll(async () => {
  model = createServer(async (request, response) => {
    const parts = await request.toArray();
    asked.push({ headers: request.headers, body: JSON.parse(Buffer.concat(parts).toString()) });
    reply(response);
  });
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  withModel = await testApp({
    EDITION: 'cloud',
    AI_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1/`,
    AI_MODEL: 'small',
    AI_API_KEY: 'sk-secret',
    ALLOW_PRIVATE_EGRESS: 'true',
  });
  plain = await testApp({ EDITION: 'cloud' });
  tokens = new Map();
  for (const app of [withModel, plain]) {
    tokens.set(app, (await consolePerson(app, 'ada')).me);
  }
});
beforeEach(() => {
  asked = [];
  reply = (response) => response.end(`${chunk('Use ')}${chunk('the list.')}data: [DONE]\n\n`);
});
afterAll(async () => {
  await withModel.close();
  await plain.close();
  model.closeAllConnections();
  model.close();
});

async function ask(app: TestApp, messages: unknown, token = tokens.get(app)) {
  const answer = await app.admin.inject({
    method: 'POST',
    url: assistantApi.ask.path,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    payload: { messages },
  });
  const parts = answer.payload
    .split('\n\n')
    .filter((part) => part.startsWith('data: '))
    .map((part) => JSON.parse(part.slice(6)) as AnswerPart);
  return { status: answer.statusCode, parts, text: answer.payload };
}

const question = (content: string) => [{ role: 'user', content }];
const passagesIn = (parts: AnswerPart[]) => parts.flatMap((part) => ('passages' in part ? part.passages : []));

describe('without a language model', () => {
  test('a question is answered with the sections of the documentation that match', async () => {
    const { status, parts } = await ask(plain, question('How do I rotate the signing keys?'));
    expect(status).toBe(200);
    expect(parts.at(-1)).toEqual({ end: 'passages' });
    const found = passagesIn(parts);
    expect(found).toHaveLength(5);
    expect(found.slice(0, 3).map(({ path }) => path)).toContain('operations#signing-keys');
  });

  test.each([
    ['connect the identity provider of a company', /^sso/],
    ['webhook signature', /^webhooks/],
    ['import users from csv', /^users/],
  ])('finds %s', async (text, page) => {
    const { body } = await plain.call(assistantApi.search, { token: tokens.get(plain) ?? '', query: { q: text } });
    expect(body.length).toBeGreaterThan(0);
    expect(
      body.slice(0, 3).some(({ path }) => page.test(path)),
      JSON.stringify(body.map(({ path }) => path)),
    ).toBe(true);
  });

  test('each question is ranked for itself, and the words of its sections are marked', async () => {
    const messages = [
      ...question('How do organizations work?'),
      { role: 'assistant', content: 'They have members.' },
      ...question('what is a connector'),
    ];
    const [first] = passagesIn((await ask(plain, messages)).parts);
    expect(first?.path).toMatch(/^connectors/);
    expect(first?.excerpt.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^connectors?$/i),
    );
    // Examples of code are searched, and not shown.
    expect(first?.excerpt.map(({ text }) => text).join('')).not.toMatch(/[{}]/);
    expect(first).not.toHaveProperty('text');
  });

  test('words that nothing contains find nothing', async () => {
    expect(passagesIn((await ask(plain, question('zzqqxx'))).parts)).toEqual([]);
  });
});

describe('with a language model', () => {
  test('the answer is streamed after its sources, and the model gets them with the conversation', async () => {
    const messages = [
      ...question('How do I block disposable addresses?'),
      { role: 'assistant', content: 'With the blocklist.' },
      ...question('And by API?'),
    ];
    const { parts } = await ask(withModel, messages);
    expect(parts.slice(1)).toEqual([{ text: 'Use ' }, { text: 'the list.' }, { end: 'answered' }]);
    const [{ headers, body } = { headers: {}, body: { model: '', messages: [] } }] = asked;
    expect(headers.authorization).toBe('Bearer sk-secret');
    expect(body.model).toBe('small');
    expect(body.messages.slice(1)).toEqual(messages);
    expect(body.messages[0]?.content).toContain('[1] ');
    expect(body.messages[0]?.content).toMatch(/blocklist/i);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ['refuses', (response) => response.writeHead(401).end('{"error":"sk-secret is wrong"}')],
    ['sends no events', (response) => response.end('data: <html>\n\n')],
    ['breaks off', (response) => response.write(chunk('Use '), () => response.destroy())],
    ['does not stop', (response) => response.end(chunk('x'.repeat(20_000)).repeat(3))],
    ['sends a line without end', (response) => response.end('data: '.padEnd(1_100_000, 'x'))],
  ])('a model that %s ends with a failure, and its text is not shown', async (_what, behave) => {
    reply = behave;
    const { status, parts, text } = await ask(withModel, question('How do webhooks work?'));
    expect([status, parts.at(-1)]).toEqual([200, { end: 'failed' }]);
    expect(text).not.toContain('sk-secret');
  });
});

describe('refuses', () => {
  test('callers without a token', async () => {
    expect((await ask(plain, question('Hello?'), '')).status).toBe(401);
  });

  test.each([
    ['no message', []],
    ['a last message that is no question', [{ role: 'assistant', content: 'x' }]],
    ['a role that only the server may use', [{ role: 'system', content: 'x' }]],
    ['an empty question', question('  ')],
    ['a question that is too long', question('x'.repeat(8001))],
    ['too many messages', Array.from({ length: 21 }, () => question('x')[0])],
  ])('%s', async (_what, messages) => {
    expect((await ask(plain, messages)).status).toBe(400);
  });

  test('more questions than a person asks', async () => {
    const token = (await consolePerson(plain, 'eager')).me;
    const statuses = [];
    for (let at = 0; at < 61; at += 1) {
      statuses.push((await ask(plain, question('zzqqxx'), token)).status);
    }
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([60, 429]);
  });
});
