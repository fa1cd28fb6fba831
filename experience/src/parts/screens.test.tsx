import { SsoSetup, ssoSetupApi } from '@postern/contracts/people/sso-setup';
import { expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api, endTest, openPage } from '../testing/open-page.tsx';

const isOnline = Object.getOwnPropertyDescriptor(Navigator.prototype, 'onLine');

/** What the browser says about its network. */
function become(state: 'online' | 'offline'): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, value: state === 'online' });
  dispatchEvent(new Event(state));
}

afterEach(() => {
  become('online');
  if (isOnline) {
    Reflect.deleteProperty(navigator, 'onLine');
  }
  endTest();
});

test.each(['/sign-in', '/account', '/setup/link', '/unknown-session'])(
  'a lost network is said at once at %s, until it is back',
  async (path) => {
    if (path === '/setup/link') {
      api.on(
        ssoSetupApi.get,
        sample(SsoSetup, { id: 'link', name: 'Acme', providers: ['OIDC'], purposes: ['domain'] }),
      );
    }
    await openPage(path);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    const notice = page.getByText(/^You are offline\./);
    expect(notice.query()).toBeNull();
    become('offline');
    await expect.element(notice).toBeVisible();
    await expectToFit();
    become('online');
    await expect.element(notice).not.toBeInTheDocument();
  },
);
