import { createHash } from 'node:crypto';
import { createPerson, everything, signIn } from '../account-person.ts';
import { expect, fillDatabase } from '../product.ts';
import { type Stage, test } from '../stage.ts';

test.beforeEach(async ({ stage }) => {
  await stage.settings();
  await stage.api('patch', '/api/account-center', { enabled: true, fields: everything });
});

/** A person whose address was changed, and the link that the old address got; `undo.test.ts` reads it from the mail. */
async function changedPerson(stage: Stage, old: string, now: string) {
  const person = await createPerson(stage, { primaryEmail: now });
  const token = `link-of-${person.username}`;
  const digest = createHash('sha256').update(`address change ${token}`).digest('base64url');
  await fillDatabase(
    stage.product,
    `insert into address_changes (id, user_id, identifier_type, old_identifier, was_verified, identities, token_digest, expires_at)
      values ('change-${person.id}', '${person.id}', 'email', '${old}', true, '{}', '${digest}', now() + interval '72 hours')`,
  );
  return { ...person, link: `${stage.product.endpoint}/undo-change#token=${token}` };
}

test('the owner of the old address reverts the change and sets a new password', async ({ page, stage }) => {
  const [old, stolen] = ['owner@harbor.example', 'thief@harbor.example'];
  const { id, username, link } = await changedPerson(stage, old, stolen);
  const email = async () => (await stage.api<{ primaryEmail: string }>('get', `/api/users/${id}`)).primaryEmail;

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Undo the change' })).toBeVisible();
  await expect(page.getByText(`The email address of your account will be ${old} again.`)).toBeVisible();
  // Opening the link changes nothing.
  expect(await email()).toBe(stolen);

  const field = page.getByRole('textbox', { name: 'Password' });
  await field.fill('a sentence that the thief does not know');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The change was undone' })).toBeVisible();
  expect(await email()).toBe(old);

  await page.getByRole('link', { name: 'Open your account' }).click();
  await signIn(page, username, 'a sentence that the thief does not know');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`${stage.product.endpoint}/account`);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This change cannot be undone' })).toBeVisible();
  await expect(page.getByText('The change was already undone')).toBeVisible();
});
