import { SamlSsoConfig } from '@postern/contracts/people/sso-configs';
import { fetchMetadata, identityProviderOf, MetadataError } from '#features/people/sso-saml';
import type { App } from '#platform/app';
import { EgressError } from '#platform/egress/egress';
import { emit } from '#platform/jobs/events';
import type { Job } from '#platform/jobs/jobs';
import { sealerOf } from '../find.ts';
import { findSsoConnectorRow } from '../store.ts';
import { findCertificateExpiry, saveMetadata, saveMetadataError, warnDays } from './refresh.store.ts';

/** Reads the metadata of a connector again. A provider that fails keeps its last metadata. */
export async function refreshMetadata({ tenantId, payload }: Pick<Job, 'tenantId' | 'payload'>, app: App) {
  // Only enqueueRefresh adds jobs to this queue.
  const id = payload.id as string;
  if (!tenantId) {
    return undefined;
  }
  const row = await app.tenancy.read(tenantId, (db) => findSsoConnectorRow(db, id, sealerOf(app, tenantId)));
  const config = row && SamlSsoConfig.safeParse(row.config).data;
  if (!row || !config?.metadataUrl) {
    return undefined;
  }
  try {
    const xml = await fetchMetadata(app, config.metadataUrl);
    const { expiresAt } = await identityProviderOf(config, xml);
    if (expiresAt < Date.now() + warnDays * 86_400_000) {
      app.log.warn({ tenantId, connectorId: id, expiresAt }, 'sso certificate expires soon');
    }
    const isChanged = xml !== row.metadataXml;
    await app.tenancy.write(
      tenantId,
      async (db) => {
        await saveMetadata(db, id, { xml, expiresAt });
        if (isChanged) {
          await emit(db, { name: 'SsoConnector.Data.Updated', subjectId: id, data: { fields: ['metadata'] } });
        }
      },
      { changesSettings: isChanged },
    );
  } catch (error) {
    if (!(error instanceof MetadataError || error instanceof EgressError)) {
      throw error;
    }
    app.log.warn({ err: error, tenantId, connectorId: id }, 'sso metadata refresh failed');
    const { message } = error;
    await app.tenancy.write(tenantId, async (db) => {
      if (await saveMetadataError(db, id, message)) {
        await emit(db, { name: 'SsoConnector.Metadata.Failed', subjectId: id, data: { message } });
      }
    });
  }
  return undefined;
}

/** Records that the last signing certificate of a connector expires soon, for the audit log and webhooks. */
export async function warnOfCertificate({ tenantId, payload }: Pick<Job, 'tenantId' | 'payload'>, app: App) {
  // Only enqueueWarnings adds jobs to this queue.
  const id = payload.id as string;
  if (!tenantId) {
    return undefined;
  }
  await app.tenancy.write(tenantId, async (db) => {
    const expiresAt = await findCertificateExpiry(db, id);
    if (expiresAt) {
      app.log.warn({ tenantId, connectorId: id, expiresAt }, 'sso certificate expires soon');
      await emit(db, { name: 'SsoConnector.Certificate.Expiring', subjectId: id, data: { expiresAt } });
    }
  });
  return undefined;
}
