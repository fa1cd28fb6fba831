import { Popover } from '@mantine/core';
import type { Invitation } from '@postern/contracts/cloud/tenant-invitations';
import { IconPlus, IconSearch, IconSelector } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentTenant } from '#platform/router/current-tenant.ts';
import { useEnterTenant, useSameSection } from '#platform/router/enter-tenant.ts';
import { useTenants } from '#platform/router/tenant-list.ts';
import { setTenantSwitch, useTenantSwitch } from '#platform/shell/switch-tenant.ts';
import { Avatar } from '#platform/ui/avatar.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { CreateHost } from './create-host.tsx';
import { openCreateTenant } from './create-request.tsx';
import { InvitationList, usePendingInvitations } from './invitations.tsx';
import { regionAndPlanOf, TenantRow } from './tenant-row.tsx';
import classes from './tenants.module.css';

const close = () => setTenantSwitch(false);

/** The current tenant, and a menu with the others. */
export function TenantSelector() {
  const { t } = useTranslation();
  const tenant = useCurrentTenant();
  const trigger = useRef<HTMLButtonElement>(null);
  const nameId = useId();
  const isOpen = useTenantSwitch();
  const invitations = usePendingInvitations();
  useEffect(() => close, []);
  const focusTrigger = useCallback(() => trigger.current?.focus(), []);
  if (!tenant) {
    return null;
  }
  return (
    <>
      <Popover
        opened={isOpen}
        onChange={setTenantSwitch}
        position="bottom-start"
        // Aligns the letters of the rows with the letter of the trigger.
        offset={{ mainAxis: 4, crossAxis: -9 }}
        width={380}
        trapFocus
        returnFocus
        transitionProps={{ transition: 'fade', duration: 150 }}
        classNames={{ dropdown: classes.panel ?? '' }}
      >
        <Popover.Target>
          <button ref={trigger} type="button" className={classes.trigger} onClick={() => setTenantSwitch(!isOpen)}>
            <span className={classes.triggerMark}>
              <Avatar name={tenant.name} size={24} square />
              {invitations.length > 0 && <span className={classes.dot} />}
            </span>
            <span className="sr-only">{t('tenants.current')} </span>
            <span className="truncate">{tenant.name}</span>
            {tenant.tag === 'development' && (
              <span className={classes.triggerTag}>
                <Tag tone="outline" small>
                  {t('tenants.tags.development')}
                </Tag>
              </span>
            )}
            {invitations.length > 0 && (
              <span className="sr-only">, {t('tenants.invitations.count', { count: invitations.length })}</span>
            )}
            <IconSelector size={16} stroke={1.5} aria-hidden />
          </button>
        </Popover.Target>
        {/* The popover names itself after its button, unless it is named by another element. */}
        <Popover.Dropdown aria-labelledby={nameId}>
          <span id={nameId} className="sr-only">
            {t('tenants.switch')}
          </span>
          <Switcher
            currentId={tenant.id}
            invitations={invitations}
            onClose={close}
            onCreate={() => {
              close();
              openCreateTenant();
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <CreateHost onClosed={focusTrigger} />
    </>
  );
}

/** Up to this many tenants need no search field. */
const findFrom = 6;

type SwitcherProps = {
  currentId: string;
  invitations: readonly Invitation[];
  onClose: () => void;
  onCreate: () => void;
};

/** A dialog, not a menu, because it contains a field. Arrow keys move through field, rows and button. */
function Switcher({ currentId, invitations, onClose, onCreate }: SwitcherProps) {
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
                place={regionAndPlanOf(t, tenant, all)}
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

/** Moves focus among the elements marked `data-stop`: arrows from one to the next, Home and End to the ends. */
function moveFocus(event: KeyboardEvent, within: HTMLElement): void {
  const stops = [...within.querySelectorAll<HTMLElement>('[data-stop]')];
  const { activeElement } = document;
  const at = activeElement instanceof HTMLElement ? stops.indexOf(activeElement) : -1;
  const isField = stops[at] instanceof HTMLInputElement;
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowDown: stops[(at + 1) % stops.length],
    ArrowUp: stops.at(at - 1),
    ...(isField ? {} : { Home: stops[0], End: stops.at(-1) }),
  };
  const target = targets[event.key];
  if (target) {
    event.preventDefault();
    target.focus();
  } else if (!isField && isCharacter(event) && stops[0] instanceof HTMLInputElement) {
    // Typed characters go into the field, which gets focus before the browser inserts the character.
    stops[0].focus();
  }
}

const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
