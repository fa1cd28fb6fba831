import type { MessageBrand, MessagePayload } from '@postern/connectors/kit/interface';
import { productName } from '@postern/contracts/product';
import type { Sender } from '@postern/contracts/tame-name';
import { accountCenterAppId, adminTenantId } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import { findMessageLooks } from './brand.store.ts';

function applicationOf({ application }: MessagePayload): { id: string; name: string } | undefined {
  const { id, name } = (application ?? {}) as { id?: unknown; name?: unknown };
  return typeof id === 'string' && typeof name === 'string' && name.trim() ? { id, name } : undefined;
}

/**
 * The name under which people know the sender. The account center is a page of the tenant and not an application that
 * anybody knows, so it counts as the tenant itself, which is known by its host.
 */
export function senderOf(app: App, tenantId: string, payload: MessagePayload): Sender {
  const application = applicationOf(payload);
  if (application && application.id !== accountCenterAppId) {
    return { name: application.name };
  }
  return tenantId === adminTenantId
    ? { name: productName }
    : { name: new URL(app.endpointOf(tenantId)).hostname, isOwnHost: true };
}

/** How built-in messages look: like the sign-in pages of the application, else like those of the tenant. */
export async function brandOf(app: App, tenantId: string, payload: MessagePayload): Promise<MessageBrand> {
  const sender = senderOf(app, tenantId, payload);
  const applicationId = applicationOf(payload)?.id ?? '';
  const looks = await app.cache.get(tenantId, `message-looks:${applicationId}`, () =>
    app.tenancy.read(tenantId, (db) => findMessageLooks(db, applicationId)),
  );
  if (!looks) {
    return sender;
  }
  const { color, branding, own } = looks;
  // The light and the dark logo belong together, as on the sign-in pages.
  const { logoUrl, darkLogoUrl } = own.branding?.logoUrl || own.branding?.darkLogoUrl ? own.branding : branding;
  return { ...sender, logoUrl, darkLogoUrl, color: { ...color, ...own.color } };
}
