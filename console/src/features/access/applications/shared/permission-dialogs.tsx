import type { AddConsentScopes } from '@postern/contracts/access/application-consent';
import { applicationsApi } from '@postern/contracts/access/applications';
import { organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { resourcesApi } from '@postern/contracts/access/resources';
import { managementApiIndicator } from '@postern/contracts/wire';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { PickBox } from '#platform/pick/pick-box.tsx';
import type { PickItem } from '#platform/pick/pick-item.ts';
import { useTenantId } from '#platform/tenant.ts';
import { addedScopes, type ConsentRow, consentChoices, type Level, searchChoices } from './consent-scopes.ts';

type AddPermissionsDialogProps = {
  level: Level;
  add: (body: AddConsentScopes) => Promise<unknown>;
  /** Permissions that were already added. */
  rows: readonly ConsentRow[];
  onClose: () => void;
};

export function AddPermissionsDialog({ level, add, rows, onClose }: AddPermissionsDialogProps) {
  const { t } = useTranslation();
  const managementApi = managementApiIndicator(useTenantId());
  const [chosen, setChosen] = useState<PickItem[]>([]);
  const [search, setSearch] = useState('');
  const resources = useRead(resourcesApi.list, { query: { includeScopes: 'true' } }, { quiet: true });
  const organizationScopes = useRead(organizationScopesApi.list, {}, { quiet: true });
  const [isAdding, setIsAdding] = useState(false);
  const groups =
    resources.data &&
    organizationScopes.data &&
    consentChoices(t, level, rows, {
      resources: resources.data,
      organizationScopes: organizationScopes.data,
      managementApi,
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen.length > 0 && !isAdding) {
      setIsAdding(true);
      const ids = chosen.map(({ id }) => id);
      // A failure is shown by the request itself; the dialog stays open.
      add(addedScopes(level, ids)).then(
        () => {
          onClose();
          showSuccess(t('applications.permissions.added', { count: ids.length }));
        },
        () => setIsAdding(false),
      );
    }
  };
  return (
    <FormDialog
      size="wide"
      onClose={onClose}
      title={t(`applications.permissions.${level}.add`)}
      description={t('applications.permissions.addHelp')}
      onSubmit={submit}
      busy={isAdding}
      disabled={chosen.length === 0}
      action={t('applications.permissions.add')}
    >
      <PickBox
        label={t('applications.permissions.permissions')}
        searchLabel={t('applications.permissions.search')}
        groups={groups && searchChoices(groups, search)}
        chosen={chosen}
        onChange={setChosen}
        search={search}
        onSearch={setSearch}
        error={resources.error ?? organizationScopes.error}
        empty={t('applications.permissions.nothingToAdd')}
        autoFocus
      />
    </FormDialog>
  );
}

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
