import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { confirm, isAsking } from '../feedback/dialogs.ts';

/** Asks before leaving a page with unsaved changes: by link, by Back, by closing the tab. */
export function useUnsavedGuard(dirty: boolean): void {
  const { t } = useTranslation();
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: dirty,
    shouldBlockFn: async ({ current, next, action }) => {
      if (isAsking() && action !== 'PUSH' && action !== 'REPLACE') {
        // Closes the question.
        return true;
      }
      if (current.pathname === next.pathname) {
        return false;
      }
      const leave = await confirm({
        title: t('states.leaveTitle'),
        body: t('states.leaveBody'),
        confirm: t('states.leave'),
        cancel: t('states.stay'),
        danger: true,
      });
      return !leave;
    },
  });
}
