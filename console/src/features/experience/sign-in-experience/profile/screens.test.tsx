import { CustomProfileField, customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import { expectAccessible, expectToFit } from '@postern/ui/testing/expect-accessible.ts';
import { refuse } from '@postern/ui/testing/fake-api.ts';
import { sample } from '@postern/ui/testing/sample.ts';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerExperienceTabs } from '../../../../testing/answer-experience-tabs.ts';
import { api, expectNoProblems, has, openScreen, press, pressSave } from '../../../../testing/open-screen.tsx';

afterEach(expectNoProblems);

const path = '/sign-in-experience/collect-user-profile';
const dialog = page.getByRole('dialog', { name: 'Add a profile field' });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { level: 1, name });

/** Fields that are created, changed, ordered and deleted as in the product. */
function answerFields(given: Partial<CustomProfileField>[] = []): { fields: CustomProfileField[] } {
  answerExperienceTabs(api);
  const state = { fields: given.map((one) => sample(CustomProfileField, { config: {}, ...one })) };
  const find = (name: string) => state.fields.find((one) => one.name === name);
  api.on(customProfileFieldsApi.list, () => state.fields);
  api.on(customProfileFieldsApi.get, ({ params }) => find(params.name) ?? refuse('entity.not_found'));
  api.on(customProfileFieldsApi.create, ({ body }) => {
    if (body.name === 'username') {
      return refuse('custom_profile_fields.name_conflict_sign_in_identifier', { name: body.name });
    }
    const made = sample(CustomProfileField, { label: '', config: {}, ...body });
    state.fields = [...state.fields, made];
    return made;
  });
  api.on(customProfileFieldsApi.update, ({ params, body }) => {
    const changed = sample(CustomProfileField, { ...find(params.name), ...body });
    state.fields = state.fields.map((one) => (one.name === params.name ? changed : one));
    return changed;
  });
  api.on(customProfileFieldsApi.order, ({ body }) => {
    const place = (name: string) => body.order.find((one) => one.name === name)?.sieOrder ?? 0;
    state.fields = [...state.fields].sort((one, other) => place(one.name) - place(other.name));
    return state.fields;
  });
  return state;
}

async function add(choice: string): Promise<void> {
  await page.getByRole('button', { name: 'Add field' }).click();
  await dialog.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: choice, exact: true }).click();
}

test('a standard field is added to the empty list, and its limits are checked', async () => {
  const state = answerFields();
  await openScreen(path);
  await expect.element(page.getByRole('heading', { name: 'No profile fields yet' })).toBeVisible();
  await add('Nickname');
  await dialog.getByRole('button', { name: 'Add field' }).click();
  await expect.element(heading('Nickname')).toBeVisible();
  const limit = page.getByRole('textbox', { name: has('Maximum length') });
  const unit = page.getByText('characters', { exact: true }).last().element().getBoundingClientRect();
  expect(limit.element().getBoundingClientRect().right - unit.right).toBeGreaterThan(8);
  await limit.fill('0');
  await pressSave();
  await expect.element(limit).toHaveAccessibleDescription(/must not be less than/);
  await expectAccessible();
  await limit.fill('12');
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  await expect.element(page.getByText(/unsaved change/)).not.toBeInTheDocument();
  expect(state.fields).toMatchObject([{ name: 'nickname', config: { maxLength: 12 } }]);
});

test('a custom field needs a label and a free key, and its options are unique', async () => {
  const state = answerFields([{ name: 'nickname', type: 'Text' }]);
  await openScreen(path);
  await add('Custom field');
  const key = dialog.getByRole('textbox', { name: 'Key' });
  await key.fill('shirt size');
  await userEvent.keyboard('{Enter}');
  await expect.element(key).toHaveAccessibleDescription(/only letters and digits/);
  const label = dialog.getByRole('textbox', { name: 'Label' });
  await expect.element(label).toHaveAccessibleDescription(/Fill in this field/);
  await expectAccessible();
  await label.fill('Shirt size');
  await key.fill('username');
  await userEvent.keyboard('{Enter}');
  await expect.element(key).toHaveAccessibleDescription(/username/);
  await key.fill('shirtSize');
  await dialog.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Selection' }).click();
  await dialog.getByRole('button', { name: 'Add field' }).click();
  await expect.element(heading('Shirt size')).toBeVisible();
  await expect.element(page.getByText('customData.shirtSize')).toBeVisible();
  await field('Options').fill('s:Small\ns:Smaller');
  await pressSave();
  await expect.element(field('Options')).toHaveAccessibleDescription(/a unique value/);
  await expectToFit();
  await field('Options').fill('s:Small\nxl:Extra large');
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(state.fields[1]?.config.options).toEqual([
    { value: 's', label: 'Small' },
    { value: 'xl', label: 'Extra large' },
  ]);
});

test('fields are shown with type and key, and are moved by keyboard', async () => {
  const state = answerFields([
    { name: 'nickname', type: 'Text' },
    { name: 'shirtSize', type: 'Select', label: 'Shirt size' },
  ]);
  await openScreen(path);
  const rows = () =>
    page
      .getByRole('table', { name: 'Profile fields' })
      .getByRole('row')
      .elements()
      .map(({ textContent }) => textContent);
  const order = (...wanted: RegExp[]) =>
    expect.poll(rows).toEqual([/Label/, ...wanted].map((one) => expect.stringMatching(one)));
  await order(/Nickname.*Text.*profile\.nickname/, /Shirt size.*Selection/);
  await expectToFit();
  const handle = page.getByRole('button', { name: 'Move Shirt size', exact: true });
  await press(handle, '{ArrowUp}');
  await order(/Shirt size/, /Nickname/);
  await expect.element(handle).toHaveFocus();
  await expect.element(page.getByText('Order saved')).toBeVisible();
  expect(state.fields.map(({ name }) => name)).toEqual(['shirtSize', 'nickname']);
});

test('the fields at sign-up are all, or chosen ones in their own order', async () => {
  const stored = answerExperienceTabs(api, { signUpProfileFields: null });
  api.on(customProfileFieldsApi.list, [
    sample(CustomProfileField, { name: 'nickname', type: 'Text' }),
    sample(CustomProfileField, { name: 'shirtSize', type: 'Select', label: 'Shirt size' }),
  ]);
  await openScreen(path);
  await page.getByRole('switch', { name: has('Ask for all fields') }).click();
  const list = page.getByRole('list', { name: 'Fields at sign-up' });
  await press(list.getByRole('button', { name: 'Move Shirt size', exact: true }), '{ArrowUp}');
  await pressSave();
  await expect.element(page.getByText('Changes saved')).toBeVisible();
  expect(stored().signUpProfileFields).toEqual([{ name: 'shirtSize' }, { name: 'nickname' }]);
  await list.getByRole('button', { name: 'Remove Shirt size' }).click();
  await expectAccessible();
  await expectToFit();
  await list.getByRole('button', { name: 'Remove Nickname' }).click();
  await expect.element(page.getByText('People are not asked for any field.')).toBeVisible();
  await pressSave();
  await expect.poll(() => stored().signUpProfileFields).toEqual([]);
});

test('parts of a full name are selected, at least one of them', async () => {
  const state = answerFields();
  await openScreen(path);
  await add('Full name');
  await dialog.getByRole('button', { name: 'Add field' }).click();
  await expect.element(page.getByText('profile.givenName, profile.familyName')).toBeVisible();
  const part = (name: string) => page.getByRole('group', { name, exact: true });
  const box = (name: string, of = name) => part(of).getByRole('checkbox', { name, exact: true });
  await box('Given name').click();
  await box('Family name').click();
  await pressSave();
  await expect.element(page.getByText('Show at least one part.')).toBeVisible();
  await expectToFit();
  await box('Family name').click();
  await box('Required', 'Family name').click();
  await part('Family name').getByRole('textbox').first().fill('Surname');
  await pressSave();
  await expect
    .poll(() => state.fields[0]?.config.parts?.filter(({ enabled }) => enabled))
    .toMatchObject([{ name: 'familyName', label: 'Surname', required: false }]);
});

test('a field that does not exist is not found', async () => {
  answerFields();
  await openScreen(`${path}/fields/nothing`);
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});
