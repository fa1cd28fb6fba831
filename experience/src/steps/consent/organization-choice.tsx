import type { ConsentInfo } from '@postern/contracts/sign-in/consent';
import { useId, useState } from 'react';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { permissionWords } from './describe.ts';
import { ConsentIcon } from './icons.tsx';

type Organizations = NonNullable<ConsentInfo['organizations']>;
type ChoiceProps = { organizations: Organizations; chosen: ReadonlySet<string>; onChange: (ids: Set<string>) => void };

/** With at least this many, typing is faster than reading the list. */
const searchFrom = 9;

/** The organizations where the application may act for the person. None is selected by default. */
export function OrganizationChoice({ organizations, chosen, onChange }: ChoiceProps) {
  const id = useId();
  const { consent: words } = usePhrases();
  const [search, setSearch] = useState('');
  const found = organizations.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const areAll = found.every((one) => chosen.has(one.id));

  function change(ids: string[], isChosen: boolean) {
    const next = new Set(chosen);
    for (const one of ids) {
      next[isChosen ? 'add' : 'delete'](one);
    }
    onChange(next);
  }

  if (organizations.length === 0) {
    return <p className="notice">{words.noOrganization}</p>;
  }
  return (
    <fieldset className="choice" aria-describedby={`${id}-text`}>
      <legend>{words.organizations}</legend>
      <p className="choice-text" id={`${id}-text`}>
        {words.organizationsText}
      </p>
      {organizations.length >= searchFrom && (
        <div className="choice-search">
          <ConsentIcon name="search" />
          <input
            className="input"
            type="search"
            value={search}
            placeholder={words.search}
            aria-label={words.search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
      )}
      {organizations.length > 1 && (
        <div className="choice-bar">
          <span aria-live="polite">{fill(words.chosen, { count: chosen.size, total: organizations.length })}</span>
          {found.length > 0 && (
            <button
              type="button"
              className="link"
              onClick={() =>
                change(
                  found.map((one) => one.id),
                  !areAll,
                )
              }
            >
              {areAll ? words.selectNone : words.selectAll}
            </button>
          )}
        </div>
      )}
      <ul className="choice-list">
        {found.map((one) => (
          <li key={one.id}>
            <label>
              <input
                type="checkbox"
                checked={chosen.has(one.id)}
                onChange={(event) => change([one.id], event.target.checked)}
              />
              <span>
                <bdi>{one.name}</bdi>
                <small>{permissionsIn(one) || words.memberOnly}</small>
              </span>
            </label>
          </li>
        ))}
        {found.length === 0 && <li className="choice-none">{words.noMatch}</li>}
      </ul>
    </fieldset>
  );
}

const permissionsIn = ({ missingResourceScopes = [] }: Organizations[number]) =>
  missingResourceScopes.flatMap(({ scopes }) => scopes.map(permissionWords)).join(', ');
