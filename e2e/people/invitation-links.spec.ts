import type { Page } from '@playwright/test';
import { pathOf } from '@postern/contracts/endpoint';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { organizationInvitationsApi } from '@postern/contracts/people/organization-invitations';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { becomeAdministrator } from '../administrator.ts';
import { askDatabase, expect, expectToFit, type Product, test } from '../product.ts';

/** The link of the newest message to an address. */
async function linkTo(product: Product, email: string): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const [mail] = await askDatabase<{ link: string | null }>(
        product,
        'default',
        `select link from mailbox_messages where recipient = '${email}' order by created_at desc limit 1`,
      );
      link = mail?.link ?? '';
      return link;
    })
    .not.toBe('');
  return link;
}

async function inviteInConsole(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite people to Northwind' });
  await dialog.getByLabel('Email addresses').fill(email);
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await expect(dialog).toBeHidden();
}

test('a person without an account is invited in the console and joins on the hosted page', async ({
  page,
  browser,
  oss,
}) => {
  const administrator = await becomeAdministrator(page, oss);
  await administrator.api('patch', signInExperienceApi.update.path, {
    signUp: { identifiers: ['email'], password: false, verify: true, secondaryIdentifiers: [] },
    signIn: {
      methods: [{ identifier: 'email', password: false, verificationCode: true, isPasswordPrimary: false }],
    },
  });
  const { id } = await administrator.api<{ id: string }>('post', organizationsApi.create.path, { name: 'Northwind' });
  await page.goto(`${oss.consoleUrl}/organizations/${id}/invitations`);
  await inviteInConsole(page, 'cy@example.com');
  const invite = (invitee: string) =>
    administrator.api<{ id: string }>('post', organizationInvitationsApi.create.path, {
      organizationId: id,
      invitee,
      expiresAt: Date.now() + 86_400_000,
      messagePayload: { hostedLink: true },
    });
  const context = await browser.newContext();
  const other = await context.newPage();
  const link = await linkTo(oss, 'cy@example.com');

  await test.step('the page names the organization and the address; the secret leaves the address bar', async () => {
    await other.goto(link);
    await expect(other.getByRole('heading', { name: 'Join Northwind' })).toBeVisible();
    await expect(other.getByText(/cy@example\.com was invited to Northwind\./)).toBeVisible();
    expect(other.url()).toBe(link.split('#')[0]);
    await expectToFit(other);
  });

  await test.step('registers without a code, because the link proves the address, and is a member', async () => {
    await other.getByRole('button', { name: 'Accept invitation' }).click();
    await expect(other.getByRole('heading', { name: 'You are now a member of Northwind' })).toBeVisible();
    await expectToFit(other);
    // The console of the inviter shows it without a reload.
    await expect(page.getByRole('row', { name: /cy@example\.com/ })).toContainText('Accepted');
  });

  await test.step('the link has no second use', async () => {
    const again = await context.newPage();
    await again.goto(link);
    await expect(again.getByRole('heading', { name: 'This invitation was already accepted' })).toBeVisible();
    await again.goto(`${link.split('#')[0]}#${'x'.repeat(32)}`);
    await again.reload();
    await expect(again.getByRole('heading', { name: 'This invitation link does not work' })).toBeVisible();
    await again.close();
  });

  await test.step('another account is signed in: the person switches', async () => {
    await invite('dee@example.com');
    await other.goto(await linkTo(oss, 'dee@example.com'));
    await other.getByRole('button', { name: 'Accept invitation' }).click();
    await other.getByRole('link', { name: /^Stay with/ }).click();
    await expect(other.getByRole('heading', { name: 'This invitation is for another account' })).toBeVisible();
    await expectToFit(other);
    await other.getByRole('button', { name: 'Use another account' }).click();
    await other.getByRole('link', { name: /^Switch to/ }).click();
    await expect(other.getByRole('heading', { name: 'You are now a member of Northwind' })).toBeVisible();
  });

  await test.step('revoked after the page was opened', async () => {
    const invitation = await invite('eve@example.com');
    await other.goto(await linkTo(oss, 'eve@example.com'));
    await expect(other.getByRole('button', { name: 'Accept invitation' })).toBeVisible();
    await administrator.api('put', pathOf(organizationInvitationsApi.setStatus, { id: invitation.id }), {
      status: 'Revoked',
    });
    await other.getByRole('button', { name: 'Accept invitation' }).click();
    await expect(other.getByRole('heading', { name: 'This invitation was revoked' })).toBeVisible();
  });
  await context.close();
});
