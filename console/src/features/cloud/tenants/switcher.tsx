import type { Invitation } from '@postern/contracts/cloud/tenant-invitations';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEnterTenant, useSameSection } from '#platform/router/enter-tenant.ts';
import { useTenants } from '#platform/router/tenant-list.ts';
import { InvitationList } from './invitation-list.tsx';
import { moveFocus } from './move-focus.ts';
import { placeOf } from './place.ts';
import { TenantRow } from './tenant-row.tsx';
import classes from './tenants.module.css';

/** Up to this many tenants need no search field. */
const findFrom = 6;

type SwitcherProps = {
  currentId: string;
  invitations: readonly Invitation[];
  onClose: () => void;
  onCreate: () => void;
};

/** A dialog, not a menu, because it contains a field. Arrow keys move through field, rows and button. */
export function Switcher({ currentId, invitations, onClose, onCreate }: SwitcherProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const invitationsId = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const { data: all = [] } = useTenants();
  const enterTenant = useEnterTenant();
  const sameSection = useSameSection();
  const wanted = query.trim().toLocaleLowerCase();
  const shown = all.filter(({ id, name }) => id === wanted || name.toLocaleLowerCase().includes(wanted));
  const hasField = all.length >= findFrom;
  // One row is in the Tab order; arrow keys reach the others.
  const entry = shown.find(({ id }) => id === currentId) ?? shown[0];
  useEffect(() => {
    panel.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const enter = (tenantId: string) => {
    onClose();
    if (tenantId !== currentId) {
      void enterTenant(tenantId);
    }
  };
  const keyDown = (event: KeyboardEvent) => {
    if (!event.nativeEvent.isComposing && panel.current) {
      moveFocus(event, panel.current);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys of the dialog this fills
    <div ref={panel} onKeyDown={keyDown}>
      {hasField && (
        <FindField query={query} onQuery={setQuery} onChoose={() => shown[0] && wanted && enter(shown[0].id)} />
      )}
      <div id={titleId} className={classes.groupTitle}>
        {t('tenants.yours')}
      </div>
      {shown.length > 0 ? (
        <ul className={classes.rows} aria-labelledby={titleId}>
          {shown.map((tenant) => (
            <li key={tenant.id}>
              <TenantRow
                tenant={tenant}
                place={placeOf(t, tenant, all)}
                address={sameSection(tenant.id)}
                isCurrent={tenant.id === currentId}
                isEntry={tenant === entry}
                takesFocus={!hasField && tenant === entry}
                onEnter={() => enter(tenant.id)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.nothing}>{t('tenants.nothing', { query: query.trim() })}</p>
      )}
      {invitations.length > 0 && (
        <div className={classes.section}>
          <div id={invitationsId} className={classes.groupTitle}>
            {t('tenants.invitations.title')}
          </div>
          <InvitationList invitations={invitations} labelledBy={invitationsId} />
        </div>
      )}
      <span className="sr-only" role="status">
        {wanted && t('tenants.count', { count: shown.length })}
      </span>
      <div className={classes.bottom}>
        <button type="button" data-stop className={classes.create} onClick={onCreate}>
          <IconPlus size={18} stroke={2} aria-hidden />
          {t('tenants.create')}
        </button>
      </div>
    </div>
  );
}

type FindFieldProps = { query: string; onQuery: (query: string) => void; onChoose: () => void };

/** Filters the rows while typing; Enter selects the first. */
function FindField({ query, onQuery, onChoose }: FindFieldProps) {
  const { t } = useTranslation();
  return (
    <form
      className={classes.find}
      onSubmit={(event) => {
        event.preventDefault();
        onChoose();
      }}
    >
      <IconSearch size={16} stroke={1.5} aria-hidden />
      <input
        data-stop
        data-autofocus
        value={query}
        onChange={(event) => onQuery(event.currentTarget.value)}
        placeholder={t('tenants.find')}
        aria-label={t('tenants.find')}
        autoComplete="off"
        spellCheck={false}
      />
    </form>
  );
}
