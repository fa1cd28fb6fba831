import { Button } from '@mantine/core';
import type { Application } from '@postern/contracts/applications';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenantEndpoint } from '#platform/client/use-tenant-endpoint.ts';
import { config } from '#platform/config.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import classes from './applications.module.css';
import { keepsSecrets } from './kinds.ts';
import { SecretsTable } from './secrets-table.tsx';

/** Addresses of the tenant's OpenID provider, and the secrets of an application that can keep one. */
export function EndpointsCard({ application }: { application: Application }) {
  const { t } = useTranslation();
  const [more, setMore] = useState(false);
  const endpoint = useTenantEndpoint();
  const at = (path: string) => endpoint && `${endpoint}${path}`;
  const rows = [
    { label: t('applications.endpoints.appId'), value: application.id },
    { label: t('applications.endpoints.endpoint'), value: at('/') },
    { label: t('applications.endpoints.issuer'), value: at('/oidc') },
    { label: t('applications.endpoints.discovery'), value: at('/oidc/.well-known/openid-configuration') },
    { label: t('applications.endpoints.authorization'), value: at('/oidc/auth') },
    { label: t('applications.endpoints.token'), value: at('/oidc/token') },
  ];
  const rest = [
    { label: t('applications.endpoints.jwks'), value: at('/oidc/jwks') },
    { label: t('applications.endpoints.userinfo'), value: at('/oidc/me') },
  ];
  return (
    <FormCard
      title={t('applications.endpoints.title')}
      help={t('applications.endpoints.help')}
      link={
        <a className="link" href={`${config.docsUrl}/applications`} target="_blank" rel="noreferrer">
          {t('applications.endpoints.howTo')}
        </a>
      }
    >
      <div className={classes.pairsBox}>
        <KeyValues rows={more ? [...rows, ...rest] : rows} />
        <div className={classes.pairsMore}>
          <Button
            variant="quiet"
            size="xs"
            aria-expanded={more}
            leftSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}
            onClick={() => setMore(!more)}
          >
            {t(more ? 'applications.endpoints.less' : 'applications.endpoints.more')}
          </Button>
        </div>
      </div>
      {keepsSecrets(application.type) && <SecretsTable application={application} />}
    </FormCard>
  );
}
