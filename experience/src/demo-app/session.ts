import { demoAppId, scopes } from '@postern/contracts/wire';
import { urlOf } from '../platform/prefix.ts';
import * as party from '../platform/relying-party.ts';

export type { Session } from '../platform/relying-party.ts';

const home = urlOf('/demo-app');

export const demoApp: party.Party = {
  clientId: demoAppId,
  redirectUri: home,
  home,
  scopes: [
    'openid',
    'profile',
    'email',
    'phone',
    'address',
    scopes.roles,
    scopes.customData,
    scopes.identities,
    'offline_access',
    scopes.organizations,
    scopes.organizationRoles,
  ],
};

export const beginSignIn = ({ prompt, register }: { prompt: string; register: boolean }) =>
  party.beginSignIn(
    demoApp,
    {
      ui_locales: document.documentElement.lang,
      ...(prompt ? { prompt } : {}),
      ...(register ? { first_screen: 'register' } : {}),
    },
    home,
  );

export const openSession = () => party.openSession(demoApp);
export const refreshSession = (session: party.Session) => party.refreshSession(demoApp, session);
export const readUserInfo = (session: party.Session) => party.readUserInfo(demoApp, session);
export const signOut = (session: party.Session) => party.signOut(demoApp, session);
