import {
  CreatePersonalAccessToken,
  type PersonalAccessToken,
  personalAccessTokensApi,
} from '@postern/contracts/personal-access-tokens';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { DialogButtons } from '#platform/feedback/dialog-buttons.tsx';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { tokenLanding } from './create-token-dialog.tsx';

const RenameForm = CreatePersonalAccessToken.pick({ name: true });

export function RenameTokenDialog({ token, onClose }: { token: PersonalAccessToken; onClose: () => void }) {
  const { t } = useTranslation();
  // A name may hold a slash, which is no good in a path.
  const rename = useWrite(personalAccessTokensApi.renameByBody, { quiet: true, onDone: onClose });
  const form = useForm({ resolver: schemaResolver(RenameForm), defaultValues: { name: token.name } });
  const submit = useSubmit(
    form,
    async ({ name }) => {
      await rename.mutateAsync({ params: { userId: token.userId }, body: { currentName: token.name, name } });
      showSuccess(t('userDetails.tokens.renamed'));
    },
    tokenLanding,
  );
  return (
    <DialogFrame
      opened
      size="small"
      onClose={onClose}
      title={t('userDetails.tokens.renameTitle')}
      onSubmit={(event) => {
        event.stopPropagation();
        void submit(event);
      }}
      footer={
        <DialogButtons onCancel={onClose} busy={form.formState.isSubmitting}>
          {t('actions.saveShort')}
        </DialogButtons>
      }
    >
      <TextField control={form.control} name="name" label={t('userDetails.tokens.name')} autoFocus />
    </DialogFrame>
  );
}
