import {
  maxSamlMetadataLength,
  SamlServiceMetadata,
  samlApplicationsApi,
} from '@postern/contracts/access/saml-applications';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { checkFiles, sizeText } from '#platform/form/check-file.ts';
import { CodeField } from '#platform/form/code-field.tsx';
import { DropArea } from '#platform/form/drop-area.tsx';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { importedValues, type SamlSettingsValues } from './settings-form.ts';

type ImportDialogProps = { take: (values: Partial<SamlSettingsValues>) => void; onClose: () => void };

const landing = {
  codes: { 'application.saml.invalid_certificate_pem_format': 'metadata' as const },
  field: () => 'metadata' as const,
};

/** Reads the metadata of the application, pasted or from a file, into the form. */
export function ImportDialog({ take, onClose }: ImportDialogProps) {
  const { t, i18n } = useTranslation();
  const [problem, setProblem] = useState<string>();
  const form = useForm({ resolver: schemaResolver(SamlServiceMetadata), defaultValues: { metadata: '' } });
  const read = useWrite(samlApplicationsApi.readService, { quiet: true });
  const submit = useSubmit(form, async (body) => take(importedValues(await read.mutateAsync({ body }))), landing);
  const limit = sizeText(maxSamlMetadataLength, i18n.language);
  const takeFile = async (files: readonly File[]) => {
    const checked = checkFiles(files, { maxBytes: maxSamlMetadataLength });
    if ('problem' in checked) {
      setProblem(t(`fields.file.${checked.problem}`, { limit, types: 'XML' }));
      return;
    }
    setProblem(undefined);
    form.setValue('metadata', await checked.file.text());
    form.clearErrors('metadata');
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('samlApplications.service.import')}
      description={t('samlApplications.service.importHelp')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('samlApplications.service.import')}
    >
      <DropArea
        label={t('samlApplications.service.file')}
        choose={t('samlApplications.service.chooseFile')}
        drop={t('samlApplications.service.dropFile')}
        hint={t('samlApplications.service.fileHint', { limit })}
        accept={['.xml', 'text/xml', 'application/xml', 'application/samlmetadata+xml']}
        take={(files) => void takeFile(files)}
        work={undefined}
        error={problem}
      />
      <CodeField
        control={form.control}
        name="metadata"
        label={t('samlApplications.service.metadata')}
        placeholder={'<EntityDescriptor entityID="…">'}
        minRows={6}
      />
    </FormDialog>
  );
}
