import type { accountDataApi } from '@postern/contracts/account/account-data';
import { verificationIdHeader } from '@postern/contracts/wire';
import { CallError, unreachable } from '../../platform/client.ts';
import { callsOf, type Routes } from '../client.ts';
import { withToken } from '../session.ts';

export const dataRoutes = {
  exportData: 'POST /api/my-account/data-export',
  remove: 'DELETE /api/my-account',
} as const satisfies Routes<typeof accountDataApi>;

export const callData = callsOf<typeof accountDataApi>(dataRoutes);

/** A file of years takes its time. */
const timeoutMs = 300_000;

async function send(format: 'json' | 'html', headers: Record<string, string>): Promise<Blob> {
  const [method = '', path = ''] = dataRoutes.exportData.split(' ');
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang, ...headers },
    body: JSON.stringify({ format }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) {
    // Every refusal of the server is of this kind; anything else ends below.
    const { code, message } = (await response.json()) as { code: string; message: string };
    throw new CallError({ code, message }, { status: response.status });
  }
  return response.blob();
}

/** All that is stored about the person, as a file. One that breaks off on the way is none. */
export const fetchData = (format: 'json' | 'html', proof: string) =>
  withToken((token) =>
    send(format, { authorization: `Bearer ${token}`, [verificationIdHeader]: proof }).catch((error: unknown) => {
      throw error instanceof CallError ? error : new CallError({ code: unreachable, message: '' });
    }),
  );
