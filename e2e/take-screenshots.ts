/**
 * Run by `npm run screenshots`, not by the tests: takes the pictures of the documentation from the product with sample
 * data, once in light and once in dark.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { type Administrator, becomeAdministrator } from './administrator.ts';
import { expect, type Product, test } from './product.ts';

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));

const people = [
  ['Ada Lovelace', 'ada@example.com'],
  ['Grace Hopper', 'grace@example.com'],
  ['Alan Turing', 'alan@example.com'],
  ['Katherine Johnson', 'katherine@example.com'],
  ['Edsger Dijkstra', 'edsger@example.com'],
  ['Barbara Liskov', 'barbara@example.com'],
  ['Donald Knuth', 'donald@example.com'],
  ['Radia Perlman', 'radia@example.com'],
] as const;

const applications = [
  ['Storefront', 'SPA', 'The shop in the browser'],
  ['Customer portal', 'Traditional', 'Orders and invoices'],
  ['Mobile app', 'Native', 'For phones and tablets'],
  ['Nightly reports', 'MachineToMachine', 'Reads orders every night'],
] as const;

async function createSamples({ api }: Administrator): Promise<void> {
  for (const [name, primaryEmail] of people) {
    await api('post', '/api/users', { name, primaryEmail, username: primaryEmail.split('@')[0] });
  }
  for (const [name, type, description] of applications) {
    await api('post', '/api/applications', { name, type, description });
  }
  for (const name of ['Analytical Engines', 'Bletchley Park', 'Harbour Logistics']) {
    await api('post', '/api/organizations', { name });
  }
  // Without this, the page of the sign-in experience begins with its first steps.
  await api('patch', '/api/configs/admin-console', { signInExperienceCustomized: true });
  await api('patch', '/api/sign-in-exp', {
    color: { primaryColor: '#0f766e', isDarkModeEnabled: true, darkPrimaryColor: '#2dd4bf' },
    signIn: {
      methods: [
        {
          identifier: 'email',
          password: true,
          verificationCode: true,
          isPasswordPrimary: true,
        },
      ],
    },
    mfa: { factors: ['WebAuthn', 'Totp', 'BackupCode'], policy: 'PromptAtSignInAndSignUp' },
  });
}

/** Each picture: its name, what to open, and what must be visible before it is taken. */
type Picture = { name: string; open(page: Page, product: Product): Promise<void> };

const consolePage = (path: string, heading: string) => async (page: Page, product: Product) => {
  await page.goto(`${product.consoleUrl}/${path}`);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
};

async function withPreview(page: Page): Promise<void> {
  // The preview is inert, so its parts have no roles.
  await expect(page.frameLocator('iframe').first().locator('button').first()).toBeVisible();
}

const pictures: Picture[] = [
  {
    name: 'sign-in',
    async open(page, product) {
      await page.goto(`${product.endpoint}/demo-app`);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Demo app' })).toBeVisible();
    },
  },
  {
    name: 'applications',
    async open(page, product) {
      await consolePage('applications', 'Applications')(page, product);
      await expect(page.getByText('Storefront').first()).toBeVisible();
    },
  },
  {
    name: 'users',
    async open(page, product) {
      await consolePage('users', 'Users')(page, product);
      await expect(page.getByText('Ada Lovelace').first()).toBeVisible();
    },
  },
  {
    name: 'branding',
    async open(page, product) {
      await consolePage('sign-in-experience/branding', 'Sign-in experience')(page, product);
      await withPreview(page);
    },
  },
  {
    name: 'sign-in-methods',
    async open(page, product) {
      await consolePage('sign-in-experience/sign-up-and-sign-in', 'Sign-in experience')(page, product);
      await withPreview(page);
    },
  },
  {
    name: 'mfa',
    async open(page, product) {
      await consolePage('mfa', 'Multi-factor auth')(page, product);
      await expect(page.getByText('Authenticator app', { exact: true }).first()).toBeVisible();
    },
  },
  {
    name: 'api-reference',
    async open(page, product) {
      await page.goto(`${product.adminEndpoint}/docs/api/users#postApiUsers`);
      await page.getByRole('button', { name: 'Try it: POST /api/users', exact: true }).click();
      await expect(page.getByRole('textbox', { name: 'Body' })).toBeVisible();
    },
  },
];

/** Playwright writes PNG and JPEG only; WebP takes a fifth of the space. */
async function take(page: Page, name: string): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => true)');
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  await session.detach();
  await writeFile(`${folder}${name}.webp`, Buffer.from(data, 'base64'));
}

test('takes the pictures of the documentation', async ({ oss, page }) => {
  await mkdir(folder, { recursive: true });
  const administrator = await becomeAdministrator(page, oss);
  await createSamples(administrator);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const { name, open } of pictures) {
      await open(page, oss);
      await take(page, `${name}-${scheme}`);
    }
  }
});
