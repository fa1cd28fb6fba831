import { Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isReadOnly } from '../session/read-only.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import classes from './detail.module.css';

type DetailHeaderProps = {
  image: ReactNode;
  name: string;
  tags?: ReactNode;
  id: string;
  copyLabel: string;
  actions?: ReactNode;
  /** Items of the actions menu. */
  menu?: ReactNode;
};

/** The card at the top of a details page. */
export function DetailHeader({ image, name, tags, id, copyLabel, actions, menu }: DetailHeaderProps) {
  const { t } = useTranslation();
  usePageTitle(name);
  return (
    <section className={classes.head}>
      {image}
      <div className={classes.who}>
        <h1 className={`${classes.name} truncate`} title={name}>
          {name}
        </h1>
        <div className={classes.meta}>
          {tags}
          <span className={classes.idChip}>
            <code className="truncate">{id}</code>
            <CopyButton value={id} label={copyLabel} size="chip" />
          </span>
        </div>
      </div>
      <div className={classes.headActions}>
        {actions}
        {menu && !isReadOnly() && (
          <Menu>
            <Menu.Target>
              <IconButton label={t('actions.more')} size="framed" tooltip={false}>
                <IconDots size={18} stroke={1.5} aria-hidden />
              </IconButton>
            </Menu.Target>
            <Menu.Dropdown>{menu}</Menu.Dropdown>
          </Menu>
        )}
      </div>
    </section>
  );
}

/** Pass `round` and `actions` as in the loaded header, so that nothing moves. */
export function DetailHeaderSkeleton({ round, actions }: { round?: boolean; actions?: boolean }) {
  const { t } = useTranslation();
  return (
    <section className={classes.head}>
      <h1 className="sr-only">{t('states.loading')}</h1>
      <span className={classes.headTile} data-round={round}>
        <Skeleton width={48} height={48} />
      </span>
      <div className={classes.who}>
        <div className={classes.skeletonName}>
          <Skeleton width={200} height={16} />
        </div>
        <div className={classes.meta}>
          <Skeleton width={260} height={20} />
        </div>
      </div>
      {actions && (
        <div className={classes.headActions}>
          <Skeleton width={140} height={36} />
          <Skeleton width={36} height={36} />
        </div>
      )}
    </section>
  );
}
