import { createHash, createHmac, randomInt } from 'node:crypto';
import type { TemplateType } from '@postern/contracts/messages/email-templates';
import type { Address } from '@postern/contracts/sign-in/sign-in';
import { codeLength } from '@postern/contracts/sign-in/verification-codes';
import type { App } from '#platform/app';
import { newId } from '#platform/secrets/ids';
import { issueStatement, withdrawStatement } from './store.ts';

/** What a code is bound to: for any other owner, address or purpose it is wrong. */
export type Binding = {
  /** Known only to the owner, such as the value of their cookie; the table stores only digests made with it. */
  secret: string;
  address: Address;
  purpose: TemplateType;
};

/**
 * The database function can return a known code for a repeated request. Here each request gets its own: the limit is on
 * messages.
 */
const quietSeconds = 0;

export const ownerOf = ({ secret }: Binding) => createHash('sha256').update(`passcode ${secret}`).digest('base64url');

export function digestOf({ secret, address, purpose }: Binding, verificationId: string, code: string): string {
  const text = JSON.stringify([verificationId, purpose, address.type, address.value, code]);
  return createHmac('sha256', secret).update(text).digest('base64url');
}

export type IssuedCode = { verificationId: string; code: string };

/** Issues a code and invalidates earlier ones of the same owner and purpose. */
export async function issueCode(app: App, tenantId: string, binding: Binding, seconds: number): Promise<IssuedCode> {
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
    seconds / 60,
    quietSeconds,
  ]);
  return { verificationId, code };
}

/** Removes a code whose message could not be sent, so that the next request sends one. */
export async function withdrawCode(app: App, tenantId: string, verificationId: string): Promise<void> {
  await app.tenancy.run(tenantId, withdrawStatement, [verificationId]);
}
