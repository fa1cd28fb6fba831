import { type Resource, resourcesApi } from '@postern/contracts/access/resources';
import { managementApiIndicator } from '@postern/contracts/wire';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { resourceGuidePath } from '#paths/guides.ts';
import { resourcePermissionsPath, resourcesPath } from '#paths/resources.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useTenantEndpoint } from '#platform/client/use-tenant-endpoint.ts';
import { NotFound } from '#platform/feedback/screens.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { useTenantId } from '#platform/tenant.ts';
import type { GuideEntry } from './catalogue.ts';
import { valuesOf } from './fill.ts';
import { GuideFrame, type LoadedGuide, useGuide } from './guide-frame.tsx';
import classes from './guides.module.css';
import { rememberGuide } from './remember.ts';
import { resourceGuides } from './shared/arrange.ts';
import { StepView } from './step-view.tsx';
import { ResourceValues } from './values-card.tsx';

/** Used in samples of an API that has no permission yet. */
const sampleScope = 'read:orders';

export function ResourceGuide() {
  const { id, guideId } = usePathParams(resourceGuidePath);
  const entry = resourceGuides.find((guide) => guide.id === guideId);
  return entry ? <Guided key={guideId} id={id} entry={entry} /> : <NotFound />;
}

function Guided({ id, entry }: { id: string; entry: GuideEntry }) {
  const { t } = useTranslation();
  const read = useRead(resourcesApi.get, { params: { id } }, { quiet: true });
  const content = useGuide(entry.id);
  const resource = read.data;
  const isThere = resource !== undefined;
  useEffect(() => {
    if (isThere) {
      rememberGuide(id, entry.id);
    }
  }, [isThere, id, entry.id]);
  if (read.error instanceof RequestError && read.error.status === 404) {
    return <NotFound />;
  }
  const name = resource?.name ?? '…';
  const details = { to: resourcePermissionsPath, params: { id } };
  return (
    <GuideFrame
      entry={entry}
      parents={[
        { to: resourcesPath, label: t('nav.resources') },
        { ...details, label: name },
      ]}
      others={resourceGuides}
      addressOf={(guideId) => ({ to: resourceGuidePath, params: { id, guideId } })}
      finish={details}
      finishNote={t('guides.apiFinishLater')}
      lead={(number) => t('guides.apiLead', { name, number })}
      loaded={resource && content.data}
      error={read.error ?? content.error}
      onRetry={() => void Promise.all([read.refetch(), content.refetch()])}
    >
      {(loaded) => resource && <Steps resource={resource} loaded={loaded} />}
    </GuideFrame>
  );
}

function Steps({ resource, loaded }: { resource: Resource; loaded: LoadedGuide }) {
  const endpoint = useTenantEndpoint() ?? '';
  const tenantId = useTenantId();
  const { id, indicator } = resource;
  const scopes = useRead(resourcesApi.listScopes, {
    params: { resourceId: id },
    query: { page: '1', page_size: '1' },
  });
  const scope = scopes.data?.[0]?.name ?? sampleScope;
  const values = useMemo(
    () => valuesOf({ endpoint, managementApi: managementApiIndicator(tenantId), indicator, scope }),
    [endpoint, tenantId, indicator, scope],
  );
  return (
    <>
      <ResourceValues resource={resource} values={values} />
      <ol className={classes.steps}>
        {loaded.guide.steps.map((step, index) => (
          <StepView key={step.title} step={step} index={index} texts={loaded.texts} values={values} />
        ))}
      </ol>
    </>
  );
}
