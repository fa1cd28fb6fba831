import { createHash, createHmac, randomInt } from 'node:crypto';
import type { TemplateType } from '@postern/contracts/messages/email-templates';
import type { Address } from '@postern/contracts/sign-in/sign-in';
import { codeLength, codeMinutes } from '@postern/contracts/sign-in/verification-codes';
import type { App } from '#platform/app';
import { newId } from '#platform/ids';
import { issueStatement, withdrawStatement } from './store.ts';

/** What a code is bound to: for any other owner, address or purpose it is a wrong one. */
export type Binding = {
  /** Known to whoever began alone, such as the value of their cookie; the table holds only digests made with it. */
  secret: string;
  address: Address;
  purpose: TemplateType;
};

/** The function of the database can answer a known code for a repeated order. Each order gets its own: the limit is on messages. */
const quietSeconds = 0;

export const ownerOf = ({ secret }: Binding) => createHash('sha256').update(`passcode ${secret}`).digest('base64url');

export function digestOf({ secret, address, purpose }: Binding, verificationId: string, code: string): string {
  const text = JSON.stringify([verificationId, purpose, address.type, address.value, code]);
  return createHmac('sha256', secret).update(text).digest('base64url');
}

export type IssuedCode = { verificationId: string; code: string };

/** A new code; the earlier ones of the same owner and purpose are worth nothing from now on. */
export async function issueCode(app: App, tenantId: string, binding: Binding): Promise<IssuedCode> {
  const verificationId = newId();
  const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0');
  const { address, purpose } = binding;
  await app.tenancy.run(tenantId, issueStatement, [
    newId(),
    ownerOf(binding),
    verificationId,
    address.type,
    address.value,
    purpose,
    digestOf(binding, verificationId, code),
    codeMinutes,
    quietSeconds,
  ]);
  return { verificationId, code };
}

/** A code whose message could not be sent: whoever asks again must get a message. */
export async function withdrawCode(app: App, tenantId: string, verificationId: string): Promise<void> {
  await app.tenancy.run(tenantId, withdrawStatement, [verificationId]);
}
