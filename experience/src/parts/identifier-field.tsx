import type { IdentifierType } from '@postern/contracts/sign-in-experience';
import { lastIdentifier } from '../platform/draft.ts';
import { readIdentifier } from '../platform/identifiers.ts';
import { fill } from '../platform/languages.ts';
import { type Phrases, usePhrases } from '../platform/phrases.ts';
import type { FieldErrors, Values } from './step-form.tsx';
import { TextField } from './text-field.tsx';

/** One field for whatever the settings allow; what is typed decides its kind. */
export function IdentifierField({ allowed }: { allowed: readonly IdentifierType[] }) {
  const phrases = usePhrases();
  const last = lastIdentifier();
  const [only] = allowed.length === 1 ? allowed : [];
  return (
    <TextField
      name="identifier"
      label={upperFirst(namesOf(allowed, phrases))}
      hint={only === 'phone' ? phrases.identifier.phoneHint : undefined}
      type={only === 'phone' ? 'tel' : 'text'}
      inputMode={allowed.includes('email') ? 'email' : undefined}
      autoComplete="username"
      maxLength={128}
      defaultValue={readIdentifier(last, allowed) ? last : ''}
    />
  );
}

export function checkIdentifier(values: Values, allowed: readonly IdentifierType[], phrases: Phrases): FieldErrors {
  const words = phrases.identifier;
  const [only] = allowed.length === 1 ? allowed : [];
  if (!values.identifier?.trim()) {
    return { identifier: only ? fill(words.missing, { what: words[only] }) : words.missingAny };
  }
  if (readIdentifier(values.identifier, allowed)) {
    return {};
  }
  if (only === 'username') {
    return { identifier: words.usernameRule };
  }
  return { identifier: only ? fill(words.invalid, { what: words[only] }) : words.invalidAny };
}

function namesOf(allowed: readonly IdentifierType[], { identifier }: Phrases): string {
  const names = allowed.map((type) => identifier[type]);
  return new Intl.ListFormat(document.documentElement.lang, { type: 'disjunction' }).format(names);
}

const upperFirst = (text: string) => text.charAt(0).toLocaleUpperCase(document.documentElement.lang) + text.slice(1);
