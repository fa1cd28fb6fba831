import type { CallError } from '../platform/client.ts';
import { fill } from '../platform/languages.ts';
import type { Phrases } from '../platform/phrases.ts';
import type { FieldErrors } from './step-form.tsx';

/** Reasons why no code is sent to an address. Uses the server's message where ours cannot be specific. */
export function addressErrors({ identifier }: Phrases): Record<string, (failure: CallError) => FieldErrors> {
  const { invalid, invalidEmail = invalid, invalidPhone = invalid } = identifier;
  const told = ({ message }: CallError) => ({ identifier: message });
  return {
    'guard.invalid_input': () => ({ identifier: identifier.invalidAny }),
    'user.invalid_phone': () => ({ identifier: fill(invalidPhone, { what: identifier.phone }) }),
    'session.email_blocklist.invalid_email': () => ({ identifier: fill(invalidEmail, { what: identifier.email }) }),
    'session.email_blocklist.email_not_allowed': told,
    'session.email_blocklist.email_subaddressing_not_allowed': told,
  };
}
