import { Button } from '@mantine/core';
import type { Action, ActionType } from '@postern/contracts/sign-in/actions';
import { IconCircleCheck, IconCircleDashed, IconLockQuestion, IconLogin2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ScriptCard } from '#features/access/custom-jwt/shared/script-card.tsx';
import { actionPath } from '#paths/actions.ts';
import type { Icon } from '#platform/feature.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { useDeleteAction } from './delete.ts';

const icons: Record<ActionType, Icon> = {
  postFirstFactorVerification: IconLockQuestion,
  postSignIn: IconLogin2,
};

/** `stored` is undefined while loading and null if there is none. */
type ActionCardProps = { type: ActionType; stored: Action | null | undefined };

export function ActionCard({ type, stored }: ActionCardProps) {
  const { t } = useTranslation();
  const remove = useDeleteAction();
  return (
    <ScriptCard
      icon={icons[type]}
      title={t(`signInActions.types.${type}.title`)}
      help={t(`signInActions.types.${type}.help`)}
      tag={
        stored && (
          <Tag tone={stored.enabled ? 'success' : 'neutral'} icon={stored.enabled ? IconCircleCheck : IconCircleDashed}>
            {t(stored.enabled ? 'signInActions.on' : 'signInActions.off')}
          </Tag>
        )
      }
      script={stored === null ? null : stored?.script}
      none={t('signInActions.none')}
      open={({ isThere, labelledBy, icon, label }) => (
        <Button
          component={PageLink}
          variant={isThere ? 'default' : 'filled'}
          to={actionPath}
          params={{ actionType: type, mode: isThere ? 'edit' : 'create' }}
          leftSection={icon}
          aria-describedby={labelledBy}
        >
          {label}
        </Button>
      )}
      onDelete={() => remove(type)}
    />
  );
}
