import { throttleApi } from '@postern/contracts/operations/throttle';
import i18next from 'i18next';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextAreaField } from '#platform/form/text-area-field.tsx';

/** The most that the server unlocks at once. */
const max = 100;

const phoneNumber = /^\+[\d\s().\-/]+$/;

/** One per line, or separated by spaces, commas or semicolons. Phone numbers may contain spaces. */
const readTargets = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((line) => line.trim())
    .flatMap((line) => (phoneNumber.test(line) ? line.replace(/[^\d+]/g, '') : line.split(/\s+/)))
    .filter(Boolean);

const UnlockForm = z.object({
  targets: z.string().transform((text, context) => {
    const list = [...new Set(readTargets(text))];
    if (list.length === 0 || list.length > max) {
      const message = list.length === 0 ? i18next.t('fields.required') : i18next.t('security.unlock.tooMany', { max });
      context.addIssue({ code: 'custom', message });
    }
    return list;
  }),
});

const resolver = schemaResolver(UnlockForm);
const landing = { field: () => 'targets' as const };

/** Unlocks identifiers that the administrator types or pastes, also those that the list does not show. */
export function UnlockDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const form = useForm({ resolver, defaultValues: { targets: '' } });
  const unlock = useWrite(throttleApi.unlock, {
    quiet: true,
    onDone: (_, { body }) => {
      showSuccess(t('security.unlock.done', { count: body.targets.length }));
      onClose();
    },
  });
  const submit = useSubmit(
    form,
    ({ targets }) => unlock.mutateAsync({ body: { targetType: 'User', targets } }),
    landing,
  );
  return (
    <FormDialog
      title={t('security.unlock.title')}
      onClose={onClose}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('security.unlock.action')}
    >
      <TextAreaField
        control={form.control}
        name="targets"
        label={t('security.unlock.label')}
        help={t('security.unlock.help')}
        rows={5}
        mono
      />
    </FormDialog>
  );
}
