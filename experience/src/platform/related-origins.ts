import { relatedOriginsHeader } from '@postern/contracts/wire';

/** A method that browsers have added since the types were written. */
type Capabilities = { getClientCapabilities?: () => Promise<Record<string, boolean | undefined>> };

let isSupported = true;

/** Finds out whether a page can use passkeys of another host (WebAuthn Level 3 §5.11). */
async function probe(): Promise<void> {
  if ('PublicKeyCredential' in globalThis) {
    const capabilities = await (PublicKeyCredential as Capabilities).getClientCapabilities?.();
    isSupported = capabilities?.relatedOrigins === true;
  }
}

void probe();

/** Without related origins, the server offers the passkeys of this host only. */
export const relatedOriginsHeaders = (): Record<string, string> =>
  isSupported ? {} : { [relatedOriginsHeader]: 'unsupported' };
