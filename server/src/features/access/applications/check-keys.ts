import {
  type ApplicationType,
  type CustomClientMetadata,
  keyBearingTypes,
} from '@postern/contracts/access/applications';
import { invalidInput } from '#platform/errors';

/** Public clients have no credentials, and the credentials of other types belong to the server. */
export function checkKeys(type: ApplicationType, metadata: CustomClientMetadata | undefined): void {
  if (metadata?.jwks && !keyBearingTypes.includes(type)) {
    const message = 'Only traditional web apps and machine-to-machine apps can have keys.';
    throw invalidInput('body', [{ path: ['customClientMetadata', 'jwks'], message }]);
  }
}
