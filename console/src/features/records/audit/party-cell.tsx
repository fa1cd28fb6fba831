import type { Log } from '@postern/contracts/records/audit';
import { useTranslation } from 'react-i18next';
import { PageLink } from '#platform/router/page-link.tsx';
import classes from './audit.module.css';
import { kindName, type Party, pageOf, partyName } from './shared/parties.ts';

/** Who acted, or what it was done to: a name that leads to its page, and its kind below. */
export function PartyCell({ party }: { party: Party | null | undefined }) {
  const { t } = useTranslation();
  if (!party) {
    return '–';
  }
  const name = partyName(t, party);
  const kind = kindName(t, party.kind);
  const to = pageOf(party);
  return (
    <span className={classes.party}>
      <span className="truncate" title={name}>
        {to ? (
          <PageLink className={classes.link} to={to.page} params={to.params}>
            {name}
          </PageLink>
        ) : (
          name
        )}
      </span>
      {party.name !== null && <span className={`${classes.kind} truncate`}>{kind}</span>}
    </span>
  );
}

/** The same for a phone: "Anna → Acme". */
export function usePartiesText(): (log: Pick<Log, 'actor' | 'object'>) => string {
  const { t } = useTranslation();
  return ({ actor, object }) => [actor, object].flatMap((one) => (one ? [partyName(t, one)] : [])).join(' → ');
}
