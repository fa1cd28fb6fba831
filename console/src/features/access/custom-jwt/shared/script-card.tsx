import { Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import detail from '#platform/detail/detail.module.css';
import type { Icon } from '#platform/feature.ts';
import { isReadOnly } from '#platform/session/read-only.ts';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import classes from './script.module.css';

type ScriptCardProps = {
  icon: Icon;
  title: string;
  help: string;
  /** Whether it runs. */
  tag: ReactNode;
  /** Undefined while loading, and null if there is none. */
  script: string | null | undefined;
  none: string;
  /** The link to the workspace. */
  open: (look: { isThere: boolean; labelledBy: string; icon: ReactNode; label: string }) => ReactNode;
  onDelete: () => unknown;
};

/** One kind of script: the beginning of its text, and what can be done with it. */
export function ScriptCard({ icon, title, help, tag, script, none, open, onDelete }: ScriptCardProps) {
  const { t } = useTranslation();
  const id = useId();
  const isThere = typeof script === 'string';
  const ButtonIcon = isThere ? IconPencil : IconPlus;
  return (
    <section className={classes.token} aria-labelledby={id}>
      <div className={classes.tokenHead}>
        <Tile icon={icon} tint />
        <h2 id={id} className={`${detail.cardTitle} ${classes.tokenTitle}`}>
          {title}
        </h2>
        {tag}
      </div>
      <p className={classes.tokenHelp}>{help}</p>
      <div className={classes.preview} data-empty={script === null || undefined}>
        {script === undefined && <Skeleton width="60%" />}
        {script === null && none}
        {isThere && <pre aria-hidden>{script.split('\n').slice(0, 12).join('\n')}</pre>}
      </div>
      <div className={classes.tokenActions}>
        {script !== undefined && !isReadOnly() && (
          <>
            {open({
              isThere,
              labelledBy: id,
              icon: <ButtonIcon size={18} stroke={isThere ? 1.5 : 2} aria-hidden />,
              label: t(isThere ? 'customJwt.edit' : 'customJwt.create'),
            })}
            {isThere && (
              <Button variant="danger" aria-describedby={id} onClick={() => void onDelete()}>
                {t('actions.delete')}
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  );
}
