import { type AnyEndpoint, pathOf } from '@postern/contracts/endpoint';
import i18next from 'i18next';
import { accessToken } from '../session/access-token.ts';
import { leaveIfRefused } from './leave-if-refused.ts';
import { answerOf, type InputOf, queryString, send } from './request.ts';
import { targetOf } from './target.ts';

const nameIn = (header: string | null) => /filename="([^"]+)"/.exec(header ?? '')?.[1];

/** Fetches the file of an endpoint whose contract has `file`, and saves it in the browser. */
export async function download<E extends AnyEndpoint>(contract: E, input: InputOf<E>, tenantId: string): Promise<void> {
  const { base, access } = await targetOf(contract, input.params, tenantId);
  const token = access && (await accessToken(access));
  try {
    const response = await send(`${base}${pathOf(contract, input.params)}${queryString(input.query ?? {})}`, {
      headers: { 'accept-language': i18next.language ?? 'en', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    });
    if (!response.ok) {
      await answerOf(response);
    }
    save(await response.blob(), nameIn(response.headers.get('content-disposition')) ?? 'file');
  } catch (error) {
    await leaveIfRefused(error);
    throw error;
  }
}

/** Kept for a while: some browsers start reading only after the click. */
const revokeAfterMs = 60_000;

export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs);
}
