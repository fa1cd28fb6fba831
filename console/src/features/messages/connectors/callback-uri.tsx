import { useTranslation } from 'react-i18next';
import { useTenantEndpoint } from '#platform/client/use-tenant-endpoint.ts';
import { CopyButton } from '#platform/ui/copy-button.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import classes from './connectors.module.css';

/** The callback URI of a provider, which must be registered there first. */
export function CallbackUri({ id }: { id: string }) {
  const { t } = useTranslation();
  const endpoint = useTenantEndpoint();
  const uri = endpoint && `${endpoint}/callback/${id}`;
  return (
    <div>
      <div className={classes.uriLabel}>{t('connectors.callback.label')}</div>
      <div className={classes.uri}>
        {uri ? (
          <>
            <code className="truncate" title={uri}>
              {uri}
            </code>
            <CopyButton value={uri} label={t('actions.copyWhat', { what: t('connectors.callback.label') })} />
          </>
        ) : (
          <Skeleton width={240} />
        )}
      </div>
      <p className={classes.uriHelp}>{t('connectors.callback.help')}</p>
    </div>
  );
}
