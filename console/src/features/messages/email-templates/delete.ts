import { type EmailTemplate, emailTemplatesApi } from '@postern/contracts/messages/email-templates';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { nameLanguage } from './name-language.ts';

/** Asks for confirmation and deletes one; `onDone` runs before lists are refreshed. */
export function useDeleteTemplate(onDone?: () => unknown) {
  const { t, i18n } = useTranslation();
  const remove = useWrite(emailTemplatesApi.remove, {
    onDone: async () => {
      await onDone?.();
      showSuccess(t('emailTemplates.deleted'));
    },
  });
  return async ({ id, templateType, languageTag }: EmailTemplate) => {
    const confirmed = await confirm({
      title: t('emailTemplates.deleteTitle', {
        purpose: t(`emailTemplates.types.${templateType}`),
        language: nameLanguage(languageTag, i18n.language),
      }),
      body: t('emailTemplates.deleteBody'),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ params: { id } });
    }
  };
}

/** Asks for confirmation and deletes all templates of a language. */
export function useDeleteLanguage() {
  const { t } = useTranslation();
  const remove = useWrite(emailTemplatesApi.removeMany, {
    onDone: () => showSuccess(t('emailTemplates.languageDeleted')),
  });
  return async (languageTag: string, language: string, count: number) => {
    const confirmed = await confirm({
      title: t('emailTemplates.deleteLanguageTitle', { language }),
      body: t('emailTemplates.deleteLanguageBody', { count }),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (confirmed) {
      remove.mutate({ query: { languageTag } });
    }
  };
}
