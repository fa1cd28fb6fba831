import type { Feature } from '#platform/app';
import { dynamicClientRoutes } from './routes.ts';
import { deleteUnused } from './store.ts';

export {
  admitRegistration,
  type ClientMetadata,
  offersRegistration,
  type Registrar,
  RegistrationRefused,
  type RegistrationStore,
  registrationStore,
} from './register.ts';
export { keepRegistration } from './store.ts';

export const dynamicClients: Feature = {
  name: 'dynamic-clients',
  tenantRoutes: dynamicClientRoutes,
  jobs: [{ name: 'dynamic-clients.remove-unused', everySeconds: 3600, run: deleteUnused }],
};
