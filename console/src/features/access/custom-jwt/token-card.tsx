import { Button } from '@mantine/core';
import type { CustomTokenType } from '@postern/contracts/access/custom-jwt';
import { IconCircleCheck, IconPencil, IconPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { customJwtScriptPath } from '#paths/custom-jwt.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { isReadOnly } from '#platform/session/read-only.ts';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { Tile } from '#platform/ui/tile.tsx';
import { useDeleteScript } from './delete.ts';
import { tokenIcons } from './kinds.ts';
import classes from './shared/script.module.css';

/** `script` is undefined while loading and null if there is none. */
type TokenCardProps = { tokenType: CustomTokenType; script: string | null | undefined };

export function TokenCard({ tokenType, script }: TokenCardProps) {
  const { t } = useTranslation();
  const id = useId();
  const isThere = typeof script === 'string';
  return (
    <section className={classes.token} aria-labelledby={id}>
      <div className={classes.tokenHead}>
        <Tile icon={tokenIcons[tokenType]} tint />
        <h2 id={id} className={classes.tokenTitle}>
          {t(`customJwt.tokens.${tokenType}.title`)}
        </h2>
        {isThere && (
          <Tag tone="success" icon={IconCircleCheck}>
            {t('customJwt.active')}
          </Tag>
        )}
      </div>
      <p className={classes.tokenHelp}>{t(`customJwt.tokens.${tokenType}.help`)}</p>
      <div className={classes.preview} data-empty={script === null || undefined}>
        {script === undefined && <Skeleton width="60%" />}
        {script === null && t('customJwt.none')}
        {isThere && <pre aria-hidden>{script.split('\n').slice(0, 12).join('\n')}</pre>}
      </div>
      <div className={classes.tokenActions}>
        {script !== undefined && <Actions tokenType={tokenType} isThere={isThere} labelledBy={id} />}
      </div>
    </section>
  );
}

type ActionsProps = { tokenType: CustomTokenType; isThere: boolean; labelledBy: string };

function Actions({ tokenType, isThere, labelledBy }: ActionsProps) {
  const { t } = useTranslation();
  const remove = useDeleteScript();
  const Icon = isThere ? IconPencil : IconPlus;
  if (isReadOnly()) {
    return null;
  }
  return (
    <>
      <Button
        component={PageLink}
        variant={isThere ? 'default' : 'filled'}
        to={customJwtScriptPath}
        params={{ tokenType, action: isThere ? 'edit' : 'create' }}
        leftSection={<Icon size={18} stroke={isThere ? 1.5 : 2} aria-hidden />}
        aria-describedby={labelledBy}
      >
        {t(isThere ? 'customJwt.edit' : 'customJwt.create')}
      </Button>
      {isThere && (
        <Button variant="danger" aria-describedby={labelledBy} onClick={() => void remove(tokenType)}>
          {t('actions.delete')}
        </Button>
      )}
    </>
  );
}
