import { Button } from '@mantine/core';
import type { Action, ActionType } from '@postern/contracts/sign-in/actions';
import {
  IconCircleCheck,
  IconCircleDashed,
  IconLockQuestion,
  IconLogin2,
  IconPencil,
  IconPlus,
} from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '#features/access/custom-jwt/shared/script.module.css';
import { actionPath } from '#paths/actions.ts';
import type { Icon } from '#platform/feature.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { isReadOnly } from '#platform/session/read-only.ts';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { useDeleteAction } from './delete.ts';

const icons: Record<ActionType, Icon> = {
  postFirstFactorVerification: IconLockQuestion,
  postSignIn: IconLogin2,
};

/** `stored` is undefined while loading and null if there is none. */
type ActionCardProps = { type: ActionType; stored: Action | null | undefined };

export function ActionCard({ type, stored }: ActionCardProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={classes.token} aria-labelledby={id}>
      <div className={classes.tokenHead}>
        <Tile icon={icons[type]} tint />
        <h2 id={id} className={classes.tokenTitle}>
          {t(`signInActions.types.${type}.title`)}
        </h2>
        {stored && (
          <Tag tone={stored.enabled ? 'success' : 'neutral'} icon={stored.enabled ? IconCircleCheck : IconCircleDashed}>
            {t(stored.enabled ? 'signInActions.on' : 'signInActions.off')}
          </Tag>
        )}
      </div>
      <p className={classes.tokenHelp}>{t(`signInActions.types.${type}.help`)}</p>
      <div className={classes.preview} data-empty={stored === null || undefined}>
        {stored === undefined && <Skeleton width="60%" />}
        {stored === null && t('signInActions.none')}
        {stored && <pre aria-hidden>{stored.script.split('\n').slice(0, 12).join('\n')}</pre>}
      </div>
      <div className={classes.tokenActions}>
        {stored !== undefined && !isReadOnly() && <Buttons type={type} isThere={stored !== null} labelledBy={id} />}
      </div>
    </section>
  );
}

type ButtonsProps = { type: ActionType; isThere: boolean; labelledBy: string };

function Buttons({ type, isThere, labelledBy }: ButtonsProps) {
  const { t } = useTranslation();
  const remove = useDeleteAction();
  const Icon = isThere ? IconPencil : IconPlus;
  return (
    <>
      <Button
        component={PageLink}
        variant={isThere ? 'default' : 'filled'}
        to={actionPath}
        params={{ actionType: type, mode: isThere ? 'edit' : 'create' }}
        leftSection={<Icon size={18} stroke={isThere ? 1.5 : 2} aria-hidden />}
        aria-describedby={labelledBy}
      >
        {t(isThere ? 'customJwt.edit' : 'customJwt.create')}
      </Button>
      {isThere && (
        <Button variant="danger" aria-describedby={labelledBy} onClick={() => void remove(type)}>
          {t('actions.delete')}
        </Button>
      )}
    </>
  );
}
