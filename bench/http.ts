import { Agent, request as send } from 'undici';

const agent = new Agent({ connections: 16, pipelining: 1 });

export async function request(url: string): Promise<void> {
  const { body } = await send(url, { dispatcher: agent });
  await body.dump();
}
