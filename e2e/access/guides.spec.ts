import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { type Resource, resourcesApi, type Scope } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { becomeAdministrator } from '../administrator.ts';
import { expect, test } from '../product.ts';
import { readCopied } from '../read-copied.ts';
import { visit } from '../visit.ts';

const sample = (page: Page, file: string) => page.getByRole('figure').filter({ hasText: file }).first();

/** The text that the copy button of a sample puts on the clipboard. */
const copied = (page: Page, file: string) =>
  readCopied(sample(page, file).getByRole('button', { name: `Copy ${file}` }));

test('the samples for machines and APIs work as copied', async ({ page, context, oss }, info) => {
  const administrator = await becomeAdministrator(page, oss);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const resources = await administrator.api<Resource[]>('get', resourcesApi.list.path);
  const scopesOf = resourcesApi.listScopes.path;
  const [all] = await administrator.api<Scope[]>('get', scopesOf.replace(':resourceId', resources[0]?.id ?? ''));

  await page.goto(`${oss.consoleUrl}/api-resources/create`);
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
