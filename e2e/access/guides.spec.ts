import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { type Application, applicationsApi } from '@postern/contracts/access/applications';
import { type Resource, resourcesApi, type Scope } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { becomeAdministrator } from '../administrator.ts';
import { expect, expectAccessible, expectToFit, test } from '../product.ts';
import { readCopied } from '../read-copied.ts';
import { visit } from '../visit.ts';

const sample = (page: Page, file: string) => page.getByRole('figure').filter({ hasText: file }).first();

/** The text that the copy button of a sample puts on the clipboard. */
const copied = (page: Page, file: string) =>
  readCopied(sample(page, file).getByRole('button', { name: `Copy ${file}` }));

test('a framework found by search and filter leads to an application and its guide, which adds redirect URIs', async ({
  page,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  // The button is hidden until the list is loaded, because an empty list shows it at another place.
  const loaded = Promise.withResolvers<void>();
  await page.route(/api.applications.*page_size=20/, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.goto(`${oss.consoleUrl}/applications`);
  const create = page.getByRole('link', { name: 'Create application' });
  await expect(page.getByRole('searchbox', { name: 'Search applications' })).toBeVisible();
  await expect(create).toHaveCount(0);
  loaded.resolve();
  await create.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create application' })).toBeVisible();
  const popular = page.getByRole('region', { name: 'Popular' }).getByRole('link');
  await expect(popular).toHaveText([/^Next\.js \(App Router\)/, /React/, /Vue/, /Machine/, /Spring Boot/]);
  await expectToFit(page);

  await page.keyboard.press('/');
  await page.keyboard.type('react');
  const found = page.getByRole('region', { name: 'Frameworks' }).getByRole('link');
  await expect(found).toHaveCount(2);
  await page.getByRole('button', { name: 'Single-page app' }).click();
  await expect(found).toHaveCount(1);
  await expect(page).toHaveURL(/search=react&category=SPA$/);
  await page.getByRole('searchbox').fill('cobol');
  await expect(page.getByRole('heading', { name: 'Nothing matches “cobol”' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear search and filters' }).click();

  await page.getByRole('link', { name: /^React/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Create application' });
  await expect(dialog.getByText('With the guide for React.')).toBeVisible();
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('link', { name: /^React/ }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Bookshop');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'React' })).toBeVisible();
  await expect(page).toHaveURL(/\/applications\/\w+\/guide\/spa-react$/);
  const id = page.url().split('/').at(-3) ?? '';
  const app = () => administrator.api<Application>('get', applicationsApi.get.path.replace(':id', id));
  expect((await app()).type).toBe('SPA');
  await expectToFit(page);
  await expect(sample(page, 'src/main.tsx')).toContainText(`endpoint: '${oss.endpoint}'`);
  await expect(sample(page, 'src/main.tsx')).toContainText(`appId: '${id}'`);

  const redirect = page.getByRole('textbox', { name: 'Redirect URI', exact: true });
  await redirect.fill('bookshop://callback');
  await expect(redirect).toHaveAccessibleDescription(/Private schemes are for native apps/);
  await expectAccessible(page);
  await expect(sample(page, 'src/app.tsx')).toContainText("signIn('http://localhost:5173/callback')");
  await redirect.fill('http://localhost:4173/callback');
  await expect(sample(page, 'src/app.tsx')).toContainText("signIn('http://localhost:4173/callback')");
  await page.getByRole('button', { name: 'Add Redirect URI' }).press('Enter');
  await expect(page.getByText('Added')).toHaveCount(1);
  await page.getByRole('button', { name: 'Add Post sign-out redirect URI' }).click();
  await expect(page.getByText('Added')).toHaveCount(2);
  const { redirectUris, postLogoutRedirectUris } = (await app()).oidcClientMetadata;
  expect(redirectUris).toEqual(['http://localhost:4173/callback']);
  expect(postLogoutRedirectUris).toEqual(['http://localhost:5173']);

  const contents = page.getByRole('navigation', { name: 'Steps' });
  await contents.getByRole('link', { name: 'Call an API' }).click();
  await expect(page.getByRole('heading', { name: 'Call an API' })).toBeInViewport();
  await page.getByRole('link', { name: 'Finish' }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bookshop' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Redirect URIs, row 1', exact: true })).toHaveValue(/4173/);
  await page.getByRole('link', { name: 'Set-up guide' }).click();
  await expect(page).toHaveURL(/guide\/spa-react$/);
  await expect(redirect).toHaveValue('http://localhost:4173/callback');
  await expect(page.getByText('Added')).toHaveCount(2);
  await page.getByRole('button', { name: 'Other framework' }).click();
  await page.getByRole('menuitem', { name: 'Vue', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Vue' })).toBeVisible();
  await visit(page, `${oss.consoleUrl}/applications/${id}/guide/web-express`);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  administrator.expectNoComplaints();
});

test('a secret stays hidden but can be copied, and the samples for machines and APIs work as copied', async ({
  page,
  context,
  oss,
}, info) => {
  const administrator = await becomeAdministrator(page, oss);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id } = await administrator.api<Application>('post', applicationsApi.create.path, {
    name: 'Back office',
    type: 'Traditional',
  });
  const secrets = await administrator.api<{ value: string }[]>(
    'get',
    applicationsApi.listSecrets.path.replace(':id', id),
  );
  const secret = secrets[0]?.value ?? '';
  await page.goto(`${oss.consoleUrl}/applications/${id}/guide/web-express`);
  await expect(sample(page, 'server.js')).toContainText(/appSecret: '•+\w{4}'/);
  await expect(page.getByText(secret)).toHaveCount(0);
  expect(await copied(page, 'server.js')).toContain(`appSecret: '${secret}'`);
  await page.getByRole('button', { name: 'Show App secret' }).click();
  await expect(page.getByText(secret)).toBeVisible();
  await expectAccessible(page);

  // A third-party application can skip its guide and open it later.
  await visit(page, `${oss.consoleUrl}/applications/create?category=thirdParty`);
  await page.getByRole('link', { name: /^OIDC/ }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Partner');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Partner' })).toBeVisible();
  await expect(page).toHaveURL(/\/settings$/);
  await page.getByRole('link', { name: 'Set-up guide' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'OIDC' })).toBeVisible();
  await page.getByRole('link', { name: 'Open Permissions' }).click();
  await expect(page).toHaveURL(/\/permissions$/);

  const resources = await administrator.api<Resource[]>('get', resourcesApi.list.path);
  const scopesOf = resourcesApi.listScopes.path;
  const [all] = await administrator.api<Scope[]>('get', scopesOf.replace(':resourceId', resources[0]?.id ?? ''));

  await visit(page, `${oss.consoleUrl}/api-resources/create`);
  await expect(page.getByRole('link', { name: /^Express/ })).toBeVisible();
  await expectToFit(page);
  await page.getByRole('link', { name: /^Express/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Create API resource' });
  await dialog.getByRole('textbox', { name: 'API name' }).fill('Orders');
  await dialog.getByRole('textbox', { name: 'API identifier' }).fill('https://api.example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Express' })).toBeVisible();
  await expect(sample(page, 'require-scope.js')).toContainText("audience: 'https://api.example.com'");
  const requireScope = await copied(page, 'require-scope.js');
  const resourceId = page.url().split('/').at(-3) ?? '';
  const read = await administrator.api<Scope>('post', scopesOf.replace(':resourceId', resourceId), {
    name: 'read:orders',
  });
  await page.getByRole('link', { name: 'Finish' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
  await page.getByRole('link', { name: 'Set-up guide' }).click();
  await expect(sample(page, 'server.js')).toContainText("requireScope('read:orders')");

  const role = await administrator.api<{ id: string }>('post', rolesApi.create.path, {
    name: 'Everything',
    description: 'All of both APIs',
    type: 'MachineToMachine',
    scopeIds: [all?.id, read.id],
  });
  await visit(page, `${oss.consoleUrl}/applications/create`);
  await page.getByRole('link', { name: /^Machine-to-machine/ }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Price feed');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Skip', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Machine-to-machine' })).toBeVisible();
  const machineId = page.url().split('/').at(-3) ?? '';
  await administrator.api('post', `/api/applications/${machineId}/roles`, { roleIds: [role.id] });

  const folder = info.outputPath('samples');
  await mkdir(folder, { recursive: true });
  for (const file of ['token.js', 'list-users.js']) {
    await writeFile(join(folder, file), await copied(page, file));
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'require-scope.js'), requireScope);
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'list-users.js')]);
  expect(stdout.trim()).toBe('0 []');

  // The last sample requests a token of a custom API with both scopes; the role grants one.
  const command = (await page.getByRole('figure').last().locator('pre').innerText()).replace(/•+\w{4}/, '$SECRET');
  const SECRET = (await readFile(join(folder, 'token.js'), 'utf8')).match(/appSecret = '(.+)'/)?.[1] ?? '';
  const token = await promisify(execFile)('sh', ['-c', command], { env: { ...process.env, SECRET } });
  const { access_token } = JSON.parse(token.stdout);
  const guard = await import(pathToFileURL(join(folder, 'require-scope.js')).href);
  expect(await ask(guard.requireScope('read:orders'), access_token)).toBe(200);
  expect(await ask(guard.requireScope('write:orders'), access_token)).toBe(403);
  expect(await ask(guard.requireScope('read:orders'), `${access_token}x`)).toBe(401);
  administrator.expectNoComplaints();
});

type Reply = { status(code: number): Reply; set(): Reply; json(): void };
type Middleware = (request: object, response: Reply, next: () => void) => Promise<void>;

/** The HTTP status of an Express middleware, 200 if it accepts the request. */
async function ask(middleware: Middleware, token: string): Promise<number> {
  const server = createServer((request, response) => {
    const reply: Reply = {
      status(code) {
        response.statusCode = code;
        return reply;
      },
      set: () => reply,
      json: () => response.end(),
    };
    void middleware(request, reply, () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { authorization: `Bearer ${token}` } });
  server.close();
  return answer.status;
}
