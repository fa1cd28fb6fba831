import { CreateUserView, type UserView, userViewsApi } from '@postern/contracts/people/user-views';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { CheckBox } from '#platform/form/check-box.tsx';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import type { View } from './use-view.ts';

type ViewDialogProps = {
  /** Undefined when a new view is saved. */
  renamed: UserView | undefined;
  content: View['content'];
  onSaved: (view: UserView) => void;
  onClose: () => void;
};

const ViewForm = z.object({ name: CreateUserView.shape.name, isShared: z.boolean() });
const landing = { codes: { 'user_view.name_in_use': 'name', 'user_view.too_many': 'name' } } as const;

/** Asks for the name of a view and, for a new one, whether to share it. */
export function ViewDialog({ renamed, content, onSaved, onClose }: ViewDialogProps) {
  const { t } = useTranslation();
  const form = useForm({
    resolver: schemaResolver(ViewForm),
    defaultValues: { name: renamed?.name ?? '', isShared: renamed?.isShared ?? false },
  });
  const onDone = (view: UserView) => {
    onClose();
    onSaved(view);
    showSuccess(t('userList.views.saved'));
  };
  const create = useWrite(userViewsApi.create, { quiet: true, onDone });
  const update = useWrite(userViewsApi.update, { quiet: true, onDone });
  const submit = useSubmit(
    form,
    ({ name, isShared }) =>
      renamed
        ? update.mutateAsync({ params: { id: renamed.id }, body: { name } })
        : create.mutateAsync({ body: { name, isShared, ...content } }),
    landing,
  );
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t(renamed ? 'userList.views.renameTitle' : 'userList.views.saveTitle')}
      description={renamed ? undefined : t('userList.views.saveHelp')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('userList.views.save')}
    >
      <TextField control={form.control} name="name" label={t('userList.views.name')} autoFocus />
      {!renamed && (
        <CheckBox
          checked={form.watch('isShared')}
          label={t('userList.views.share')}
          help={t('userList.views.sharedHelp')}
          onCheck={(checked) => form.setValue('isShared', checked)}
        />
      )}
    </FormDialog>
  );
}
