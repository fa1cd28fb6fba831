import { Button } from '@mantine/core';
import type { CustomTokenType } from '@postern/contracts/access/custom-jwt';
import { IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { customJwtScriptPath } from '#paths/custom-jwt.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { useDeleteScript } from './delete.ts';
import { tokenIcons } from './kinds.ts';
import { ScriptCard } from './shared/script-card.tsx';

/** `script` is undefined while loading and null if there is none. */
type TokenCardProps = { tokenType: CustomTokenType; script: string | null | undefined };

export function TokenCard({ tokenType, script }: TokenCardProps) {
  const { t } = useTranslation();
  const remove = useDeleteScript();
  return (
    <ScriptCard
      icon={tokenIcons[tokenType]}
      title={t(`customJwt.tokens.${tokenType}.title`)}
      help={t(`customJwt.tokens.${tokenType}.help`)}
      tag={
        typeof script === 'string' && (
          <Tag tone="success" icon={IconCircleCheck}>
            {t('customJwt.active')}
          </Tag>
        )
      }
      script={script}
      none={t('customJwt.none')}
      open={({ isThere, labelledBy, icon, label }) => (
        <Button
          component={PageLink}
          variant={isThere ? 'default' : 'filled'}
          to={customJwtScriptPath}
          params={{ tokenType, action: isThere ? 'edit' : 'create' }}
          leftSection={icon}
          aria-describedby={labelledBy}
        >
          {label}
        </Button>
      )}
      onDelete={() => remove(tokenType)}
    />
  );
}
