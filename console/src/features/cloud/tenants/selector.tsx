import { Popover } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentTenant } from '#platform/router/current-tenant.ts';
import { setTenantSwitch, useTenantSwitch } from '#platform/shell/switch-tenant.ts';
import { Avatar } from '#platform/ui/avatar.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { CreateHost } from './create-host.tsx';
import { openCreateTenant } from './create-open.ts';
import { usePendingInvitations } from './invitations.ts';
import { Switcher } from './switcher.tsx';
import classes from './tenants.module.css';

const close = () => setTenantSwitch(false);

/** The current tenant, and a menu with the others. */
export function TenantSelector() {
  const { t } = useTranslation();
  const tenant = useCurrentTenant();
  const trigger = useRef<HTMLButtonElement>(null);
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
        <Popover.Dropdown aria-labelledby={undefined} aria-label={t('tenants.switch')}>
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
