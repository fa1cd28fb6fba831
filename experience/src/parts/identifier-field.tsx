import type { IdentifierType } from '@postern/contracts/experience/sign-in-experience';
import type { Identifier } from '@postern/contracts/sign-in/sign-in';
import { useState } from 'react';
import { lastIdentifier } from '../platform/draft.ts';
import { readIdentifier } from '../platform/identifiers.ts';
import { fill } from '../platform/languages.ts';
import { isNational, likelyRegion } from '../platform/phones.ts';
import { type Phrases, usePhrases } from '../platform/phrases.ts';
import { RegionChoice } from './region-choice.tsx';
import type { FieldErrors, Values } from './step-form.tsx';
import { TextField } from './text-field.tsx';

type IdentifierFieldProps = {
  allowed: readonly IdentifierType[];
  /** A new username to choose, not an existing one. */
  isNew?: boolean;
  /** Initial value; defaults to what was typed before in this tab. */
  start?: string;
  isLastUsed?: boolean;
};

/** One field for all allowed identifier types. The type is detected from the input, and phone numbers get a country. */
export function IdentifierField({ allowed, isNew = false, start: given, isLastUsed = false }: IdentifierFieldProps) {
  const phrases = usePhrases();
  const [start] = useState(() => given ?? startingValue(allowed));
  const [typed, setTyped] = useState(start);
  const [region, setRegion] = useState(() => likelyRegion(navigator.languages));
  const [only] = allowed.length === 1 ? allowed : [];
  const isNumber = allowed.includes('phone') && isNational(typed, only === 'phone');
  return (
    <TextField
      name="identifier"
      label={upperFirst(namesOf(allowed, phrases))}
      start={isNumber && <RegionChoice region={region} onChoose={setRegion} />}
      type={only === 'phone' ? 'tel' : 'text'}
      inputMode={inputModeFor(allowed)}
      autoComplete={isNew ? autoCompletes[only ?? 'username'] : autoCompletes[only === 'phone' ? only : 'username']}
      maxLength={128}
      defaultValue={start}
      isLastUsed={isLastUsed}
      onInput={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

const autoCompletes = { username: 'username', email: 'email', phone: 'tel' } as const;

function inputModeFor(allowed: readonly IdentifierType[]) {
  if (allowed.includes('email')) {
    return 'email';
  }
  return allowed.includes('username') ? undefined : 'tel';
}

/** What was typed before in this tab, otherwise the `login_hint` of the application (OpenID Connect Core §3.1.2.1). */
function startingValue(allowed: readonly IdentifierType[]): string {
  const hint = new URLSearchParams(window.location.search).get('login_hint') ?? '';
  return [lastIdentifier(), hint].find((text) => readIdentifier(text, allowed)) ?? '';
}

const identifierOf = ({ identifier = '', region }: Values, allowed: readonly IdentifierType[]) =>
  readIdentifier(identifier, allowed, region);

/** The same, for a form that has been validated. */
export function checkedIdentifier(values: Values, allowed: readonly IdentifierType[]): Identifier {
  const identifier = identifierOf(values, allowed);
  if (!identifier) {
    throw new Error('The form checks the identifier first.');
  }
  return identifier;
}

export function checkIdentifier(values: Values, allowed: readonly IdentifierType[], phrases: Phrases): FieldErrors {
  const words = phrases.identifier;
  const [only] = allowed.length === 1 ? allowed : [];
  if (!values.identifier?.trim()) {
    const missing = (only === 'username' && words.missingUsername) || words.missing;
    return { identifier: only ? fill(missing, { what: words[only] }) : words.missingAny };
  }
  if (identifierOf(values, allowed)) {
    return {};
  }
  if (only === 'username') {
    return { identifier: words.usernameRule };
  }
  const invalid = (only === 'phone' ? words.invalidPhone : words.invalidEmail) ?? words.invalid;
  return { identifier: only ? fill(invalid, { what: words[only] }) : words.invalidAny };
}

export function namesOf(allowed: readonly IdentifierType[], { identifier }: Phrases): string {
  const names = allowed.map((type) => identifier[type]);
  return new Intl.ListFormat(document.documentElement.lang, { type: 'disjunction' }).format(names);
}

export const upperFirst = (text: string) =>
  text.charAt(0).toLocaleUpperCase(document.documentElement.lang) + text.slice(1);
