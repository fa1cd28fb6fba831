import type { accountDataApi } from '@postern/contracts/account/account-data';
import { verificationIdHeader } from '@postern/contracts/wire';
import { CallError, unreachable } from '../../platform/client.ts';
import { prefix } from '../../platform/prefix.ts';
import { callsOf, type Routes } from '../client.ts';
import { withToken } from '../session.ts';

export const dataRoutes = {
  exportData: 'POST /api/my-account/data-export',
  remove: 'DELETE /api/my-account',
} as const satisfies Routes<typeof accountDataApi>;

export const callData = callsOf<typeof accountDataApi>(dataRoutes);

/** An export that covers years of data can take minutes. */
const timeoutMs = 300_000;

async function send(format: 'json' | 'html', headers: Record<string, string>): Promise<Blob> {
  const [method = '', path = ''] = dataRoutes.exportData.split(' ');
  const response = await fetch(prefix + path, {
    method,
    headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang, ...headers },
    body: JSON.stringify({ format }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) {
    // The server sends every error in this format; anything else is handled below.
    const { code, message } = (await response.json()) as { code: string; message: string };
    throw new CallError({ code, message }, { status: response.status });
  }
  return response.blob();
}

/** Downloads all data stored about the person as a file. An incomplete download counts as failed. */
export const fetchData = (format: 'json' | 'html', proof: string) =>
  withToken((token) =>
    send(format, { authorization: `Bearer ${token}`, [verificationIdHeader]: proof }).catch((error: unknown) => {
      throw error instanceof CallError ? error : new CallError({ code: unreachable, message: '' });
    }),
  );
