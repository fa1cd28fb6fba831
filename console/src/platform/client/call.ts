import { type AnyEndpoint, pathOf, type ResponseOf } from '@postern/contracts/endpoint';
import { noteResponse } from '../feedback/connection.ts';
import { accessToken } from '../session/access-token.ts';
import { sendAgreed } from './agree-to-costs.ts';
import { leaveIfRefused } from './leave-if-refused.ts';
import { noteDelete } from './own-writes.ts';
import { type Answer, type InputOf, request } from './request.ts';
import { RequestError } from './request-error.ts';
import { targetOf } from './target.ts';

/** Calls an endpoint for a tenant. The contract determines its URL and token. */
export async function call<E extends AnyEndpoint>(
  contract: E,
  input: InputOf<E>,
  tenantId: string,
  signal?: AbortSignal,
): Promise<Answer<ResponseOf<E>>> {
  const { base, access } = await targetOf(contract, input.params, tenantId);
  const token = access && (await accessToken(access));
  try {
    const send = () => sendAgreed((agreed) => request(contract, input, { base, token, signal, agreed }));
    const answer = await (contract.method === 'DELETE' ? noteDelete(pathOf(contract, input.params), send) : send());
    noteResponse(base, true);
    return answer;
  } catch (error) {
    // A slow server is not a silent one.
    if (error instanceof RequestError && error.failure !== 'timeout') {
      noteResponse(base, error.failure !== 'network');
    }
    await leaveIfRefused(error, contract);
    throw error;
  }
}
