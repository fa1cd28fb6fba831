import { lazyPage } from '../../parts/lazy-page.tsx';
import type { CallError } from '../../platform/client.ts';
import { lastIdentifier } from '../../platform/draft.ts';
import type { Step } from '../../platform/router.ts';
import type { Settings } from '../../platform/settings.ts';
import { isSsoOn, saveChoice } from '../../platform/sso-way.ts';

export { useSsoWatch } from './use-sso-watch.ts';

const EmailPage = lazyPage(async () => (await import('./email-page.tsx')).EmailPage);
const ConnectorsPage = lazyPage(async () => (await import('./connectors-page.tsx')).ConnectorsPage);

const instead = (settings: Settings) => (isSsoOn(settings) ? undefined : '/sign-in');

/** The address belongs to a company: the page offers its connectors instead. */
function offerSso({ data }: CallError): string | undefined {
  const { ssoConnectors = [] } = (data ?? {}) as { ssoConnectors?: { id: string }[] };
  if (ssoConnectors.length === 0) {
    return undefined;
  }
  saveChoice({ email: lastIdentifier(), connectorIds: ssoConnectors.map(({ id }) => id) });
  return '/single-sign-on/connectors';
}

export const sso: Step = {
  routes: [
    { path: '/single-sign-on', Page: EmailPage, instead },
    { path: '/single-sign-on/email', Page: EmailPage, instead },
    { path: '/single-sign-on/connectors', Page: ConnectorsPage, instead },
  ],
  takes: { 'session.sso_enabled': offerSso },
};
