import type { Feature } from '#platform/app';
import { connectProviders } from './connect-providers.ts';
import { offerEmail } from './offer-email.ts';

/** How people sign in to the console of the cloud edition: by e-mail, by username, with the operator's providers. */
export const consoleSignIn: Feature = {
  name: 'console-sign-in',
  async start(app) {
    await offerEmail(app);
    await connectProviders(app);
  },
  // An operator may connect a mail provider at any time.
  jobs: [{ name: 'console-sign-in.offer-email', everySeconds: 30, run: (_db, app) => offerEmail(app) }],
};
