import type { Application } from '@postern/contracts/access/applications';
import type { Resource } from '@postern/contracts/access/resources';
import { IconKey } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { applicationSettingsPath } from '#paths/applications.ts';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import type { Values } from './guide.ts';
import classes from './guides.module.css';

type ApplicationValuesProps = {
  application: Application;
  endpoint: string;
  /** Undefined if the type has no secret; its value is undefined while loading. */
  secret: { value: string | undefined } | undefined;
  isSecretMissing: boolean;
};

/** The values used in the samples below. */
export function ApplicationValues({ application, endpoint, secret, isSecretMissing }: ApplicationValuesProps) {
  const { t } = useTranslation();
  return (
    <section className={classes.values} aria-label={t('guides.values')}>
      <KeyValues
        rows={[
          { label: t('guides.endpoint'), value: endpoint || undefined },
          { label: t('guides.appId'), value: application.id },
          ...(secret ? [{ label: t('guides.appSecret'), value: secret.value, secret: true }] : []),
        ]}
      />
      {isSecretMissing && (
        <Notice tone="warning" icon={IconKey} title={t('guides.noSecretTitle')}>
          {t('guides.noSecret')}{' '}
          <PageLink className="link" to={applicationSettingsPath} params={{ id: application.id }}>
            {t('guides.toSettings')}
          </PageLink>
        </Notice>
      )}
    </section>
  );
}

export function ResourceValues({ resource, values }: { resource: Resource; values: Values }) {
  const { t } = useTranslation();
  return (
    <section className={classes.values} aria-label={t('guides.values')}>
      <KeyValues
        rows={[
          { label: t('guides.identifier'), value: resource.indicator },
          { label: t('guides.issuer'), value: values.endpoint ? values.issuer : undefined },
          { label: t('guides.jwks'), value: values.endpoint ? values.jwksUri : undefined },
        ]}
      />
    </section>
  );
}
