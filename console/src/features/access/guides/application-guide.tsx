import { Button } from '@mantine/core';
import { type Application, applicationsApi, secretBearingTypes } from '@postern/contracts/access/applications';
import { managementApiIndicator } from '@postern/contracts/wire';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  applicationPermissionsPath,
  applicationRolesPath,
  applicationSettingsPath,
  applicationsPath,
  thirdPartyApplicationsPath,
} from '#paths/applications.ts';
import { applicationGuidePath } from '#paths/guides.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useTenantEndpoint } from '#platform/client/use-tenant-endpoint.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { NotFound } from '#platform/feedback/screens.tsx';
import { useGo, usePathParams } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { isReadOnly } from '#platform/session/read-only.ts';
import { useTenantId } from '#platform/tenant.ts';
import { isUsable, makeRandomSecret, pickSecret } from './application-values.ts';
import type { GuideEntry } from './catalogue.ts';
import { valuesOf } from './fill.ts';
import type { Step } from './guide.ts';
import { GuideFrame, type LoadedGuide, useGuide } from './guide-frame.tsx';
import classes from './guides.module.css';
import { RedirectFields } from './redirect-fields.tsx';
import { firstRedirects, type Redirects, unsavedRedirects, withRedirects } from './redirects.ts';
import { rememberGuide } from './remember.ts';
import { findApplicationGuide, guidesFor } from './shared/arrange.ts';
import { StepView } from './step-view.tsx';
import { ApplicationValues } from './values-card.tsx';

const tabPaths = { roles: applicationRolesPath, permissions: applicationPermissionsPath };

export function ApplicationGuide() {
  const { id, guideId } = usePathParams(applicationGuidePath);
  const entry = findApplicationGuide(guideId);
  // Each guide is a separate page, so the input of another guide is not carried over.
  return entry ? <Guided key={guideId} id={id} entry={entry} /> : <NotFound />;
}

function Guided({ id, entry }: { id: string; entry: GuideEntry }) {
  const { t } = useTranslation();
  const read = useRead(applicationsApi.get, { params: { id } }, { quiet: true });
  const content = useGuide(entry.id);
  const application = read.data;
  const others = application ? guidesFor(application) : [];
  const isFitting = others.some((guide) => guide.id === entry.id);
  useEffect(() => {
    if (isFitting) {
      rememberGuide(id, entry.id);
    }
  }, [isFitting, id, entry.id]);
  const go = useGo();
  const { redirects, unsaved, change, save, isBusy } = useRedirects(application, content.data?.guide);
  if ((application && !isFitting) || (read.error instanceof RequestError && read.error.status === 404)) {
    return <NotFound />;
  }
  const name = application?.name ?? '…';
  const details = { to: applicationSettingsPath, params: { id } };
  const list = application?.isThirdParty ? thirdPartyApplicationsPath : applicationsPath;
  return (
    <GuideFrame
      entry={entry}
      parents={[
        { to: list, label: t('nav.applications') },
        { ...details, label: name },
      ]}
      others={others}
      addressOf={(guideId) => ({ to: applicationGuidePath, params: { id, guideId } })}
      finish={details}
      onFinish={unsaved && (() => save(unsaved, () => go(applicationSettingsPath, { id })))}
      isFinishing={isBusy}
      finishNote={t('guides.finishLater')}
      lead={(number) => t('guides.lead', { name, number })}
      loaded={application && content.data}
      error={read.error ?? content.error}
      onRetry={() => void Promise.all([read.refetch(), content.refetch()])}
    >
      {(loaded) =>
        application && (
          <Steps
            application={application}
            loaded={loaded}
            redirects={redirects}
            fields={
              <RedirectFields
                application={application}
                redirects={redirects}
                onChange={change}
                onSave={save}
                isBusy={isBusy}
              />
            }
          />
        )
      }
    </GuideFrame>
  );
}

/** The redirect URIs of a guide: those of its samples until they are changed. */
function useRedirects(application: Application | undefined, guide: LoadedGuide['guide'] | undefined) {
  const [typed, change] = useState<Redirects>();
  const redirects = typed ?? (application && guide ? firstRedirects(application, guide) : {});
  const update = useWrite(applicationsApi.update);
  const save = (added: Redirects, onDone?: () => unknown) => {
    if (application && !update.isPending) {
      const body = { oidcClientMetadata: withRedirects(application.oidcClientMetadata, added) };
      update.mutate({ params: { id: application.id }, body }, { onSuccess: onDone });
    }
  };
  const unsaved = application && guide && !isReadOnly() ? unsavedRedirects(application, redirects, guide) : undefined;
  return { redirects, unsaved, change, save, isBusy: update.isPending };
}

type StepsProps = { application: Application; loaded: LoadedGuide; redirects: Redirects; fields: ReactNode };

function Steps({ application, loaded, redirects, fields }: StepsProps) {
  const { t } = useTranslation();
  const { guide, texts } = loaded;
  // Service providers check certificates: no SAML sample contains the secret.
  const hasSecret = application.type !== 'SAML' && secretBearingTypes.includes(application.type);
  const secrets = useRead(applicationsApi.listSecrets, { params: { id: application.id } }, { enabled: hasSecret });
  const secret = secrets.data && pickSecret(application, secrets.data);
  const values = useValues(application, guide, redirects, secret);
  const namesSdks = guide.steps.some(({ samples }) => samples?.some(({ code }) => /logto/i.test(code)));
  return (
    <>
      <ApplicationValues
        application={application}
        endpoint={values.endpoint}
        secret={hasSecret && (!secrets.data || secret !== undefined) ? { value: secret } : undefined}
        isSecretMissing={hasSecret && secrets.data !== undefined && secret === undefined}
      />
      {namesSdks && <p className={classes.protocol}>{t('guides.protocol')}</p>}
      <ol className={classes.steps}>
        {guide.steps.map((step, index) => (
          <StepView
            key={step.title}
            step={step}
            index={index}
            texts={texts}
            values={values}
            tabLink={(tab) => <TabLink id={application.id} tab={tab} />}
            redirects={fields}
          />
        ))}
      </ol>
    </>
  );
}

function TabLink({ id, tab }: { id: string; tab: NonNullable<Step['tab']> }) {
  const { t } = useTranslation();
  return (
    <div>
      <Button component={PageLink} to={tabPaths[tab]} params={{ id }} variant="default">
        {t('guides.openTab', { tab: t(`applications.tabs.${tab}`) })}
      </Button>
    </div>
  );
}

function useValues({ id, type }: Application, guide: LoadedGuide['guide'], typed: Redirects, secret?: string) {
  const endpoint = useTenantEndpoint() ?? '';
  const tenantId = useTenantId();
  const [randomSecret] = useState(makeRandomSecret);
  const usable = (uri: string | undefined, sample: string | undefined) => (uri && isUsable(uri, type) ? uri : sample);
  const redirectUri = usable(typed.redirectUri, guide.redirectUri);
  const postSignOutUri = usable(typed.postSignOutUri, guide.postSignOutUri);
  return useMemo(
    () =>
      valuesOf({
        endpoint,
        managementApi: managementApiIndicator(tenantId),
        appId: id,
        appSecret: secret ?? 'YOUR_APP_SECRET',
        redirectUri,
        postSignOutUri,
        randomSecret,
      }),
    [endpoint, tenantId, id, secret, redirectUri, postSignOutUri, randomSecret],
  );
}
