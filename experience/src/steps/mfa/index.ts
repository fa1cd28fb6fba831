import { lazyPage } from '../../parts/lazy-page.tsx';
import { type AskedFactors, askedFactors, type FactorWay } from '../../platform/draft.ts';
import type { Route, Step } from '../../platform/router.ts';
import {
  askForBackupCodes,
  askToBind,
  askToVerify,
  factors,
  offerPath,
  onboardingPath,
  suggestMfa,
  suggestPasskey,
} from './asked.ts';

/** Few sign-ins open these pages: they share one separate chunk. */
const load = () => import('./pages.tsx');

const ways: readonly FactorWay[] = [...factors, 'TemporaryCode'];

/** Redirects to the first page if the server has not asked for this. */
const insteadOf = (flow: AskedFactors['flow']) => () => (askedFactors(flow) ? undefined : '/sign-in');

function routesOf(flow: AskedFactors['flow'], path: string): Route[] {
  const instead = insteadOf(flow);
  return [
    { path, instead, Page: lazyPage(async () => (await load()).pages[flow].list) },
    ...ways.map((way) => ({
      path: `${path}/${way}`,
      instead,
      Page: lazyPage(async () => (await load()).pages[flow].of(way)),
    })),
  ];
}

export const mfa: Step = {
  routes: [
    ...routesOf('bind', '/mfa-binding'),
    ...routesOf('verify', '/mfa-verification'),
    { path: offerPath, instead: insteadOf('bind'), Page: lazyPage(async () => (await load()).OfferPage) },
    { path: onboardingPath, instead: insteadOf('bind'), Page: lazyPage(async () => (await load()).OnboardingPage) },
  ],
  takes: {
    'user.missing_mfa': askToBind,
    'session.mfa.suggest_additional_mfa': askToBind,
    'session.mfa.backup_code_required': askForBackupCodes,
    'session.mfa.require_mfa_verification': askToVerify,
    'user.passkey_preferred': suggestPasskey,
    'user.suggest_mfa': suggestMfa,
  },
};
