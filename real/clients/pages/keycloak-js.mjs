import Keycloak from 'keycloak-js';
import { base, clientId, issuer, run } from './page.mjs';

const keycloak = new Keycloak({ oidcProvider: issuer, clientId });

run({
  '/': async () => {
    await keycloak.init({
      onLoad: 'login-required',
      checkLoginIframe: false,
      pkceMethod: 'S256',
      scope: 'openid profile',
    });
    if (sessionStorage.getItem('leaving')) {
      sessionStorage.removeItem('leaving');
      return keycloak.logout({ redirectUri: `${base}/signed-out` });
    }
    return { ...keycloak.idTokenParsed, audience: keycloak.tokenParsed.aud };
  },
  // It keeps its tokens in the memory of the page, so it signs out on the page that it signs in on.
  '/sign-out': () => {
    sessionStorage.setItem('leaving', 'yes');
    location.replace('/');
  },
});
