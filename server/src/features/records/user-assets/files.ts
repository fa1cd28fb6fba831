import type { App } from '#platform/app';
import { endpointOf } from '#platform/config/config';
import { AppError, fromDatabaseError } from '#platform/http/errors';

export const folder = '/user-assets/';

/** Keeps letters, digits and a few marks; the rest of a name is not needed to find the file. */
export const safeName = (name: string, longest = 100) =>
  name
    .normalize('NFC')
    .replace(/[^\w.-]+/g, '_')
    .replace(/^\.+/, '')
    .slice(-longest) || 'file';

/** On the default endpoint, because the address is stored and a custom domain may be deleted. */
export const addressOf = (app: App, tenantId: string, key: string) =>
  `${endpointOf(app.config, tenantId)}${folder}${key}`;

/** The key of a file of this tenant; undefined for other addresses. */
export function keyOf(app: App, tenantId: string, address: string): string | undefined {
  const start = addressOf(app, tenantId, '');
  return address.startsWith(`${start}${tenantId}/`) ? address.slice(start.length) : undefined;
}

export async function storeFile(app: App, key: string, file: { body: Buffer; contentType: string }): Promise<void> {
  try {
    await app.storage.put(key, file);
  } catch (error) {
    app.log.error({ err: error }, 'upload failed');
    // A full disk is not a fault of the request, and passes.
    throw fromDatabaseError(error) ?? new AppError('storage.upload_error');
  }
}
