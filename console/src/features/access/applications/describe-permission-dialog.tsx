import { applicationsApi } from '@postern/contracts/access/applications';
import { resourcesApi } from '@postern/contracts/access/resources';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import type { ConsentRow } from './consent-scopes.ts';

const DescribeForm = z.object({ description: z.string().trim().max(2048) });
const landing = { field: () => 'description' as const };

type DescribePermissionDialogProps = { resourceId: string; row: ConsentRow; onClose: () => void };

/** Edits the description that users see when an application requests the permission. */
export function DescribePermissionDialog({ resourceId, row, onClose }: DescribePermissionDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const update = useWrite(resourcesApi.updateScope, {
    quiet: true,
    onDone: () => {
      onClose();
      // The description belongs to the API, but this page reads it from the application.
      return queries.invalidateQueries({ queryKey: [applicationsApi.get.tag] });
    },
  });
  const form = useForm({
    resolver: schemaResolver(DescribeForm),
    defaultValues: { description: row.description ?? '' },
  });
  const submit = useSubmit(
    form,
    async ({ description }) => {
      await update.mutateAsync({ params: { resourceId, scopeId: row.id }, body: { description: description || null } });
      showSuccess(t('states.saved'));
    },
    landing,
  );
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t('applications.permissions.describeTitle', { name: row.name })}
      description={t('applications.permissions.describeHelp', { api: row.owner })}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('actions.saveShort')}
    >
      <TextField
        control={form.control}
        name="description"
        label={t('applications.permissions.description')}
        optional
        autoFocus
      />
    </FormDialog>
  );
}
