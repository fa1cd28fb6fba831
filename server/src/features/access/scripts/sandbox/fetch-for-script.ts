import { scriptLimits } from '@postern/contracts/access/scripts';
import { type Egress, EgressError } from '#platform/egress/egress';
import type { ScriptRequest, ScriptResponse } from './messages.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);
/** Set by the connection itself; setting them in a script would allow request smuggling. */
const ownHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'expect', 'te']);

/** Errors that a script may read: they reveal nothing about the network. */
class RequestRefused extends Error {}

async function readBody(response: Awaited<ReturnType<Egress['fetch']>>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > scriptLimits.responseBytes) {
      throw new RequestRefused(`the answer is larger than ${scriptLimits.responseBytes / 1024} KB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** An outgoing request of a script, through the guard that blocks private addresses. Redirects are not followed. */
export async function fetchForScript(
  egress: Egress,
  { url, method, headers, body }: ScriptRequest,
  signal: AbortSignal,
): Promise<ScriptResponse> {
  if (!methods.has(method)) {
    throw new RequestRefused(`the method ${method.slice(0, 20)} is not allowed`);
  }
  const given = Object.fromEntries(Object.entries(headers).filter(([name]) => !ownHeaders.has(name.toLowerCase())));
  try {
    const response = await egress.fetch(url, { method, headers: given, body, signal });
    return {
      url,
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
      body: await readBody(response),
    };
  } catch (error) {
    if (error instanceof RequestRefused || error instanceof EgressError) {
      throw new RequestRefused(error.message);
    }
    throw new RequestRefused(signal.aborted ? 'there is no time left' : 'the address cannot be reached');
  }
}
