import { webcrypto } from 'node:crypto';
import { runInNewContext } from 'node:vm';

type Message = { source: object; origin: string; data: unknown };
type Answer = { text: string; origin: string };

/** Runs the script of the check_session_iframe as a browser does, for a page that embeds it. */
export function openFrame(html: string, cookie: string) {
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(html) ?? [];
  const [, name = ''] = /data-cookie="([^"]*)"/.exec(html) ?? [];
  const answers: Answer[] = [];
  const listeners: ((message: Message) => void)[] = [];
  let hashing: Promise<ArrayBuffer> | undefined;
  const digest = (name: string, bytes: Uint8Array<ArrayBuffer>) => {
    hashing = webcrypto.subtle.digest(name, bytes);
    return hashing;
  };
  const embedder = { postMessage: (text: string, origin: string) => answers.push({ text, origin }) };
  const page = {
    document: { cookie, documentElement: { dataset: { cookie: name } } },
    parent: embedder,
    crypto: { subtle: { digest } },
    TextEncoder,
    Uint8Array,
    btoa,
    addEventListener: (_type: 'message', listener: (message: Message) => void) => listeners.push(listener),
  };
  runInNewContext(script, Object.assign(page, { window: page }));
  /** The answer to a message, if any, and the origin for which it is. */
  const ask = async (data: unknown, origin: string, source: object = embedder): Promise<Answer | undefined> => {
    answers.length = 0;
    for (const listener of listeners) {
      listener({ source, origin, data });
    }
    // The script answers at once, or when it has the hash.
    await hashing;
    await new Promise((resolve) => setImmediate(resolve));
    return answers[0];
  };
  return ask;
}
