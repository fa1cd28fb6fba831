import { findUsernameFault, policyFaults } from '@postern/contracts/experience/judge-username';
import type { IdentifierType } from '@postern/contracts/experience/sign-in-experience';
import type { UsernamePolicy } from '@postern/contracts/experience/username-policy';
import type { Identifier } from '@postern/contracts/sign-in/sign-in';
import { useEffect, useEffectEvent, useState } from 'react';
import type { CallError } from '../platform/client.ts';
import { lastIdentifier } from '../platform/draft.ts';
import { readIdentifier } from '../platform/identifiers.ts';
import { fill } from '../platform/languages.ts';
import { callingCodeOf, isNational, likelyRegion, listRegions } from '../platform/phones.ts';
import { type Phrases, usePhrases } from '../platform/phrases.ts';
import { useSettings } from '../platform/settings.ts';
import { Icon } from './icons.tsx';
import type { FieldErrors, Values } from './step-form.tsx';
import { TextField } from './text-field.tsx';

type IdentifierFieldProps = {
  allowed: readonly IdentifierType[];
  /** A new username to choose, not an existing one. */
  isNew?: boolean;
  /** Initial value; defaults to what was typed before in this tab. */
  start?: string;
  isLastUsed?: boolean;
  /** The browser may suggest passkeys here (HTML, autofill token `webauthn`). */
  takesPasskeys?: boolean;
  /** Called with the text at the start and whenever it changes. */
  onType?: (text: string) => void;
};

/** One field for all allowed identifier types. The type is detected from the input, and phone numbers get a country. */
export function IdentifierField(props: IdentifierFieldProps) {
  const { allowed, isNew = false, start: given, isLastUsed = false, takesPasskeys = false, onType } = props;
  const phrases = usePhrases();
  const { usernamePolicy } = useSettings().experience;
  const [start] = useState(() => given ?? startingValue(allowed));
  const [typed, setTyped] = useState(start);
  const [region, setRegion] = useState(() => likelyRegion(navigator.languages));
  const report = useEffectEvent(() => onType?.(typed));
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports every text
  useEffect(() => report(), [typed]);
  const [only] = allowed.length === 1 ? allowed : [];
  const isNumber = allowed.includes('phone') && isNational(typed, only === 'phone');
  return (
    <TextField
      name="identifier"
      label={upperFirst(namesOf(allowed, phrases))}
      hint={isNew && only === 'username' ? usernameRules(usernamePolicy, phrases) : undefined}
      start={isNumber && <RegionChoice region={region} onChoose={setRegion} />}
      type={only === 'phone' ? 'tel' : 'text'}
      inputMode={inputModeFor(allowed)}
      autoComplete={
        autoCompletes[isNew || only === 'phone' ? (only ?? 'username') : 'username'] +
        (takesPasskeys ? ' webauthn' : '')
      }
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

/** With a policy, usernames are new ones that must follow it. */
export function checkIdentifier(
  values: Values,
  allowed: readonly IdentifierType[],
  phrases: Phrases,
  policy?: UsernamePolicy,
): FieldErrors {
  const words = phrases.identifier;
  const [only] = allowed.length === 1 ? allowed : [];
  if (!values.identifier?.trim()) {
    const missing = (only === 'username' && words.missingUsername) || words.missing;
    return { identifier: only ? fill(missing, { what: words[only] }) : words.missingAny };
  }
  const identifier = identifierOf(values, allowed);
  if (identifier) {
    const isBad = policy && identifier.type === 'username' && findUsernameFault(identifier.value, policy);
    return isBad ? { identifier: usernameRules(policy, phrases) ?? words.usernameRule } : {};
  }
  if (only === 'username') {
    return { identifier: words.usernameRule };
  }
  const invalid = (only === 'phone' ? words.invalidPhone : words.invalidEmail) ?? words.invalid;
  return { identifier: only ? fill(invalid, { what: words[only] }) : words.invalidAny };
}

/** The rules of the tenant for new usernames, in words. Undefined if it has none of its own. */
function usernameRules(
  { minLength: min, maxLength: max, allowedChars }: UsernamePolicy,
  { identifier: words }: Phrases,
) {
  const isAnyLength = min === 1 && max === 128;
  const kinds = (['lowercase', 'uppercase', 'numbers', 'underscore'] as const).filter((kind) => allowedChars[kind]);
  const list = new Intl.ListFormat(document.documentElement.lang, { type: 'conjunction' });
  const rules = [
    ...(isAnyLength
      ? []
      : [fill(min === max ? words.usernameExactLength : words.usernameLength, { min: String(min), max: String(max) })]),
    ...(kinds.length === 4
      ? []
      : [fill(words.usernameCharacters, { kinds: list.format(kinds.map((kind) => words.usernameKinds[kind])) })]),
  ];
  return rules.join(' ') || undefined;
}

/** The server's reasons against a new username. */
export const usernameErrors = ({ identifier }: Phrases): Record<string, (failure: CallError) => FieldErrors> => ({
  'user.username_already_in_use': () => ({ identifier: identifier.taken }),
  ...Object.fromEntries(policyFaults.map((code) => [code, ({ message }: CallError) => ({ identifier: message })])),
});

export function namesOf(allowed: readonly IdentifierType[], { identifier }: Phrases): string {
  const names = allowed.map((type) => identifier[type]);
  return new Intl.ListFormat(document.documentElement.lang, { type: 'disjunction' }).format(names);
}

export const upperFirst = (text: string) =>
  text.charAt(0).toLocaleUpperCase(document.documentElement.lang) + text.slice(1);

/** The country of a phone number, at the start of its field: a short code over the native select. */
function RegionChoice({ region, onChoose }: { region: string; onChoose: (region: string) => void }) {
  const { identifier } = usePhrases();
  const { language } = useSettings();
  // The list of all costs more than the rest of the page, which is there before it.
  const [all, setAll] = useState<ReturnType<typeof listRegions>>([]);
  useEffect(() => setAll(listRegions(language)), [language]);
  const regions = all.length > 0 ? all : [{ region, name: region, code: callingCodeOf(region) }];
  return (
    <span className="region">
      <span aria-hidden="true">+{callingCodeOf(region)}</span>
      <Icon name="chevron-down" size={16} />
      <select
        name="region"
        aria-label={identifier.country}
        value={region}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {regions.map((one) => (
          <option key={one.region} value={one.region}>
            {one.name} +{one.code}
          </option>
        ))}
      </select>
    </span>
  );
}

/** Reasons why no code is sent to an address. Uses the server's message where ours cannot be specific. */
export function addressErrors({ identifier }: Phrases): Record<string, (failure: CallError) => FieldErrors> {
  const { invalid, invalidEmail = invalid, invalidPhone = invalid } = identifier;
  const messageOf = ({ message }: CallError) => ({ identifier: message });
  return {
    'guard.invalid_input': () => ({ identifier: identifier.invalidAny }),
    'user.invalid_phone': () => ({ identifier: fill(invalidPhone, { what: identifier.phone }) }),
    'session.email_blocklist.invalid_email': () => ({ identifier: fill(invalidEmail, { what: identifier.email }) }),
    'session.email_blocklist.email_not_allowed': messageOf,
    'session.email_blocklist.email_subaddressing_not_allowed': messageOf,
  };
}
