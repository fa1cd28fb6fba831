import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:4200',
  postSignOutUri: 'http://localhost:4200',
  steps: [
    {
      title: 'installLibrary',
      text: ['installOidcLibrary'],
      samples: [{ language: 'sh', code: 'npm install angular-auth-oidc-client' }],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'configure',
      text: ['angularConfig', 'refreshToken'],
      samples: [
        {
          language: 'ts',
          file: 'src/app/app.config.ts',
          code: `import { provideHttpClient } from '@angular/common/http';
import { ApplicationConfig } from '@angular/core';
import { provideRouter } from '@angular/router';
import { provideAuth, withAppInitializerAuthCheck } from 'angular-auth-oidc-client';
import { routes } from './app.routes';

export const appConfig: ApplicationConfig = {
  providers: [
    provideHttpClient(),
    provideRouter(routes),
    provideAuth(
      {
        config: {
          authority: '{{issuer}}',
          clientId: '{{appId}}',
          redirectUrl: '{{redirectUri}}',
          postLogoutRedirectUri: '{{postSignOutUri}}',
          responseType: 'code',
          scope: 'openid profile email offline_access',
          customParamsAuthRequest: { prompt: 'consent' },
          useRefreshToken: true,
          silentRenew: true,
        },
      },
      withAppInitializerAuthCheck(),
    ),
  ],
};`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['angularComponent'],
      samples: [
        {
          language: 'ts',
          file: 'src/app/app.component.ts',
          code: `import { Component, inject } from '@angular/core';
import { OidcSecurityService } from 'angular-auth-oidc-client';

@Component({
  selector: 'app-root',
  template: \`
    @if (authenticated().isAuthenticated) {
      <p [textContent]="'Hello, ' + (user().userData?.name ?? user().userData?.sub)"></p>
      <button (click)="signOut()">Sign out</button>
    } @else {
      <button (click)="signIn()">Sign in</button>
    }
  \`,
})
export class AppComponent {
  private readonly oidc = inject(OidcSecurityService);
  protected readonly authenticated = this.oidc.authenticated;
  protected readonly user = this.oidc.userData;

  signIn() {
    this.oidc.authorize();
  }

  signOut() {
    this.oidc.logoff().subscribe();
  }
}`,
        },
      ],
    },
    {
      title: 'api',
      text: ['apiParameters'],
      samples: [
        {
          language: 'ts',
          file: 'src/app/app.config.ts',
          code: `// Beside the settings above. The token is for the API, so user data comes from the ID token.
customParamsAuthRequest: { prompt: 'consent', resource: 'https://api.example.com' },
customParamsCodeRequest: { resource: 'https://api.example.com' },
customParamsRefreshTokenRequest: { resource: 'https://api.example.com' },
autoUserInfo: false,`,
        },
        {
          language: 'ts',
          file: 'src/app/orders.service.ts',
          code: `this.oidc.getAccessToken().subscribe((token) =>
  this.http
    .get('https://api.example.com/orders', { headers: { authorization: 'Bearer ' + token } })
    .subscribe((orders) => console.log(orders)),
);`,
        },
      ],
    },
  ],
};
