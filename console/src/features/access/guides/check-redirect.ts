import type { ApplicationType } from '@postern/contracts/access/applications';
import { isRedirectUri, isWebUrl } from '@postern/contracts/fields';

/** Only an installed app can own a custom scheme (RFC 8252 §7.1). */
export const isUsable = (uri: string, type: ApplicationType) =>
  isRedirectUri(uri) && (type === 'Native' || isWebUrl(uri));
