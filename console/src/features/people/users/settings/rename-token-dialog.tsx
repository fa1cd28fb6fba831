import {
  CreatePersonalAccessToken,
  type PersonalAccessToken,
  personalAccessTokensApi,
} from '@postern/contracts/access/personal-access-tokens';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { RenameDialog } from '#platform/form/rename-dialog.tsx';
import { tokenLanding } from './create-token-dialog.tsx';

const RenameForm = CreatePersonalAccessToken.pick({ name: true });

export function RenameTokenDialog({ token, onClose }: { token: PersonalAccessToken; onClose: () => void }) {
  const { t } = useTranslation();
  // A name may contain a slash, which is not allowed in a path.
  const rename = useWrite(personalAccessTokensApi.renameByBody, { quiet: true, onDone: onClose });
  return (
    <RenameDialog
      title={t('userDetails.tokens.renameTitle')}
      label={t('userDetails.tokens.name')}
      name={token.name}
      schema={RenameForm}
      landing={tokenLanding}
      rename={async (name) => {
        await rename.mutateAsync({ params: { userId: token.userId }, body: { currentName: token.name, name } });
        showSuccess(t('userDetails.tokens.renamed'));
      }}
      onClose={onClose}
    />
  );
}
