import i18next from 'i18next';
import { confirm } from '#platform/feedback/dialogs.ts';

/** Asks whether a script is really to be deleted; `body` says what happens then. */
export const askToDelete = (body: string): Promise<boolean> =>
  confirm({ title: i18next.t('customJwt.deleteTitle'), body, confirm: i18next.t('actions.delete'), danger: true });
