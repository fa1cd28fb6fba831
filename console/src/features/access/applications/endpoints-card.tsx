import { Button } from '@mantine/core';
import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { pathOf } from '@postern/contracts/endpoint';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DomainSelect, useTenantOrigins } from '#features/access/domains/shared/domain-select.tsx';
import { config } from '#platform/config.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { useReadView } from '#platform/form/read-view.ts';
import classes from './applications.module.css';
import { keepsSecrets, signsPeopleIn } from './kinds.ts';
import { SecretsTable } from './secrets-table.tsx';

/** Endpoints of the tenant's OpenID provider, and the secrets of a confidential application. */
export function EndpointsCard({ application }: { application: Application }) {
  const { t } = useTranslation();
  const [more, setMore] = useState(false);
  const origins = useTenantOrigins();
  const [chosen, setChosen] = useState<string>();
  const isRead = useReadView();
  // A chosen domain can be deleted while the page is open.
  const endpoint = chosen && origins?.includes(chosen) ? chosen : origins?.[0];
  const at = (path: string) => endpoint && `${endpoint}${path}`;
  const { id, type, customClientMetadata: custom } = application;
  const forPeople = signsPeopleIn(type);
  const rows = [
    { label: t('applications.endpoints.appId'), value: id },
    { label: t('applications.endpoints.endpoint'), value: at('/') },
    { label: t('applications.endpoints.issuer'), value: at('/oidc') },
    { label: t('applications.endpoints.discovery'), value: at('/oidc/.well-known/openid-configuration') },
    ...(forPeople ? [{ label: t('applications.endpoints.authorization'), value: at('/oidc/auth') }] : []),
    ...(custom.isPushedRequestRequired
      ? [{ label: t('applications.endpoints.pushed'), value: at('/oidc/request') }]
      : []),
    ...(custom.isDeviceFlow || custom.isDeviceFlowEnabled
      ? [{ label: t('applications.endpoints.device'), value: at('/oidc/device/auth') }]
      : []),
    { label: t('applications.endpoints.token'), value: at('/oidc/token') },
    ...(application.oidcClientMetadata.initiateLoginUri
      ? [{ label: t('applications.endpoints.initiateLogin'), value: at(pathOf(applicationsApi.initiateLogin, { id })) }]
      : []),
  ];
  const rest = [
    { label: t('applications.endpoints.jwks'), value: at('/oidc/jwks') },
    ...(forPeople ? [{ label: t('applications.endpoints.userinfo'), value: at('/oidc/me') }] : []),
  ];
  // A single endpoint is not folded, and the button that unfolds is disabled in a form that is only read.
  const canFold = rest.length > 1 && !isRead;
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
      {origins && endpoint && origins.length > 1 && (
        <DomainSelect origins={origins} value={endpoint} onChange={setChosen} />
      )}
      <div className={canFold ? classes.pairsBox : undefined}>
        <KeyValues rows={more || !canFold ? [...rows, ...rest] : rows} />
        {canFold && (
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
        )}
      </div>
      {keepsSecrets(type) && <SecretsTable application={application} />}
    </FormCard>
  );
}
