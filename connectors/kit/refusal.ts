import type { ConnectorErrorCode } from '@postern/contracts/messages/connectors';
import { type ProviderAnswer, requireAccepted } from './call-provider.ts';
import { ConnectorError } from './fail.ts';

export type RefusalReason = 'rate' | 'credentials' | 'sender' | 'recipient' | 'template' | 'content' | 'account';

const reasons: Record<RefusalReason, { code: ConnectorErrorCode; describe(provider: string): string }> = {
  rate: { code: 'rate_limit_exceeded', describe: (name) => `${name} says that too many messages were sent` },
  credentials: { code: 'general', describe: (name) => `${name} does not accept the credentials` },
  sender: {
    code: 'invalid_config',
    describe: (name) => `${name} does not accept the sender. Register or verify it there`,
  },
  recipient: { code: 'invalid_request_parameters', describe: (name) => `${name} cannot send to this recipient` },
  template: {
    code: 'invalid_config',
    describe: (name) => `${name} does not accept this template or text. Check that it exists and is approved there`,
  },
  content: { code: 'general', describe: (name) => `${name} does not accept the content of the message` },
  account: {
    code: 'general',
    describe: (name) => `${name} does not send for this account. Check its balance and status`,
  },
};

/** The error codes of a provider and what they mean; the first match counts. */
export type RefusalTable = readonly (readonly [RegExp, RefusalReason])[];

/** Codes are shown, so only short plain ones are; a provider could repeat a secret in a longer text. */
const plainCode = (code: string) => (/^[\w.:-]{1,80}$/.test(code) ? ` (${code})` : '');

export const refusal = (provider: string, reason: RefusalReason, code = '') =>
  new ConnectorError(reasons[reason].code, `${reasons[reason].describe(provider)}${plainCode(code)}.`);

/** Throws the error that belongs to the code of a provider, otherwise the one of the status. */
export function refuse(provider: string, table: RefusalTable, code: string, answer: ProviderAnswer): never {
  const reason = table.find(([pattern]) => pattern.test(code))?.[1];
  if (reason) {
    throw refusal(provider, reason, code);
  }
  requireAccepted(provider, answer);
  throw new ConnectorError('general', `${provider} did not take the message${plainCode(code)}.`);
}

/** A text or number of a response, as text. */
export const codeOf = (value: unknown): string => (['string', 'number'].includes(typeof value) ? String(value) : '');
