import { type AnyEndpoint, pathOf, type ResponseOf } from '@postern/contracts/endpoint';
import i18next from 'i18next';
import { accessToken } from '../session/access-token.ts';
import { leaveIfRefused } from './leave-if-refused.ts';
import { answerOf } from './request.ts';
import { RequestError } from './request-error.ts';
import { targetOf } from './target.ts';

/** Large files take long on slow connections. */
const timeout = 300_000;

type UploadOptions = { onProgress?: (share: number) => void; signal?: AbortSignal };

/** Sends a file to an endpoint whose contract has `upload` or `rawBody`, and reports progress. */
export async function upload<E extends AnyEndpoint>(
  contract: E,
  file: File,
  tenantId: string,
  options: UploadOptions = {},
): Promise<ResponseOf<E>> {
  const { base, access } = await targetOf(contract, undefined, tenantId);
  const token = access && (await accessToken(access));
  try {
    const name = contract.rawBody ? `?${new URLSearchParams({ name: file.name.slice(-256) })}` : '';
    const response = await sendFile(`${base}${pathOf(contract)}${name}`, bodyOf(contract, file), token, options);
    return (await answerOf<ResponseOf<E>>(response)).data;
  } catch (error) {
    await leaveIfRefused(error);
    throw error;
  }
}

/** A form with the file, or the raw file, always as `application/octet-stream`. */
function bodyOf(contract: AnyEndpoint, file: File): FormData | Blob {
  if (contract.rawBody) {
    return new Blob([file], { type: 'application/octet-stream' });
  }
  const form = new FormData();
  form.append('file', file);
  return form;
}

/** `fetch` reports no upload progress; XMLHttpRequest does. Returns the same type as `fetch`. */
function sendFile(
  url: string,
  body: FormData | Blob,
  token: string | undefined,
  { onProgress, signal }: UploadOptions,
) {
  return new Promise<Response>((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open('POST', url);
    sending.timeout = timeout;
    sending.setRequestHeader('accept', 'application/json');
    sending.setRequestHeader('accept-language', i18next.language ?? 'en');
    if (token) {
      sending.setRequestHeader('authorization', `Bearer ${token}`);
    }
    sending.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    sending.onload = () => resolve(responseOf(sending));
    const fail = (failure: 'network' | 'timeout') => () => reject(new RequestError(failure, { status: 0, failure }));
    sending.onerror = fail('network');
    sending.ontimeout = fail('timeout');
    sending.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    signal?.addEventListener('abort', () => sending.abort());
    sending.send(body);
  });
}

function responseOf(sent: XMLHttpRequest): Response {
  const lines = sent.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return new Response(sent.status === 204 ? null : sent.responseText, { status: sent.status, headers });
}
