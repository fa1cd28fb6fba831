import { page } from 'vitest/browser';

/** The current value in the row with this label; undefined if there is none. */
export function valueIn(label: string): string | undefined {
  const row = [...document.querySelectorAll('.account-row')].find(
    (one) => one.querySelector('dt')?.textContent?.trim() === label,
  );
  return row?.querySelector('.row-value')?.textContent?.trim();
}

/** Confirms the identity with the password in the dialog. */
export async function confirmByPassword(password = 'a sentence nobody guesses'): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
}
