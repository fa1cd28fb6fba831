import { Menu } from '@mantine/core';
import type { UserView } from '@postern/contracts/people/user-views';
import { IconCheck, IconChevronDown, IconLayoutList } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { everybody, type View } from './use-view.ts';
import { ViewDialog } from './view-dialog.tsx';
import { ViewItems } from './view-items.tsx';
import classes from './views.module.css';

/** Saved views: the current one, the others, and actions. */
export function ViewsMenu({ view }: { view: View }) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState<'new' | 'name'>();
  const { views, current, isChanged } = view;
  const groups = [
    { title: t('userList.views.mine'), views: views.filter(({ isMine }) => isMine) },
    { title: t('userList.views.shared'), views: views.filter(({ isMine }) => !isMine) },
  ].filter((group) => group.views.length > 0);
  return (
    <>
      <Menu width={280} position="bottom-end" checkIcon={<IconCheck size={16} stroke={2} aria-hidden />}>
        <Menu.Target>
          <button type="button" className={classes.button} data-set={current ? true : undefined}>
            <IconLayoutList size={16} stroke={1.5} aria-hidden />
            <span className="truncate">{current?.name ?? t('userList.views.button')}</span>
            {isChanged && <span className={classes.changed}>{t('userList.views.changed')}</span>}
            <IconChevronDown size={16} stroke={1.5} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown className={classes.dropdown}>
          <Menu.RadioGroup
            value={current?.id ?? everybody}
            onChange={(id) => view.open(views.find((one) => one.id === id))}
          >
            <ViewItem value={everybody} name={t('userList.views.all')} />
            {groups.map((group) => (
              <div key={group.title}>
                <Menu.Label>{group.title}</Menu.Label>
                {group.views.map(({ id, name, isDefault }) => (
                  <ViewItem key={id} value={id} name={name} isDefault={isDefault} />
                ))}
              </div>
            ))}
          </Menu.RadioGroup>
          {groups.length === 0 && <p className={classes.hint}>{t('userList.views.none')}</p>}
          <Menu.Divider />
          <ViewItems view={view} onSaveAs={() => setAsking('new')} onRename={() => setAsking('name')} />
        </Menu.Dropdown>
      </Menu>
      {asking && (
        <ViewDialog
          renamed={asking === 'name' ? current : undefined}
          content={view.content}
          onSaved={(saved: UserView) => asking === 'new' && view.open(saved)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

function ViewItem({ value, name, isDefault }: { value: string; name: string; isDefault?: boolean }) {
  const { t } = useTranslation();
  return (
    <Menu.RadioItem value={value} closeMenuOnClick>
      <span className={classes.name}>
        <span className="truncate" title={name}>
          {name}
        </span>
        {isDefault && <span className={classes.changed}>{t('userList.views.isDefault')}</span>}
      </span>
    </Menu.RadioItem>
  );
}
