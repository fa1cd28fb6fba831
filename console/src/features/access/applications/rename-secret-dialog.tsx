import {
  type ApplicationSecret,
  applicationsApi,
  CreateApplicationSecret,
} from '@postern/contracts/access/applications';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { RenameDialog } from '#platform/form/rename-dialog.tsx';

const RenameForm = CreateApplicationSecret.pick({ name: true });
const landing = { codes: { 'application.secret_name_exists': 'name' }, field: () => 'name' as const } as const;

export function RenameSecretDialog({ secret, onClose }: { secret: ApplicationSecret; onClose: () => void }) {
  const { t } = useTranslation();
  const rename = useWrite(applicationsApi.renameSecret, { quiet: true, onDone: onClose });
  return (
    <RenameDialog
      title={t('applications.secrets.renameTitle')}
      label={t('applications.secrets.name')}
      name={secret.name}
      schema={RenameForm}
      landing={landing}
      rename={async (name) => {
        await rename.mutateAsync({ params: { id: secret.applicationId, name: secret.name }, body: { name } });
        showSuccess(t('applications.secrets.renamed'));
      }}
      onClose={onClose}
    />
  );
}
