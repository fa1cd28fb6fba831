import { type User, usersApi } from '@postern/contracts/users';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { generatePassword } from './generate-password.ts';
import { labelOf } from './label.ts';
import { newPasswordFrame } from './new-password.tsx';

/** Asks, sets a generated password and shows it once. Says "Set" to who has none yet. */
export function ResetPasswordButton({ user }: { user: User }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState<string>();
  const name = labelOf(user);
  const action = user.hasPassword ? t('users.password.reset') : t('users.password.give');
  const write = useWrite(usersApi.setPassword, {
    // Before the page is refreshed: whatever happens to that, the password must be seen.
    onDone: (_user, { body }) => setPassword(body.password),
  });
  const ask = async () => {
    const confirmed = await confirm({
      title: t(user.hasPassword ? 'users.password.resetTitle' : 'users.password.giveTitle', { name }),
      body: t(user.hasPassword ? 'users.password.resetBody' : 'users.password.giveBody'),
      confirm: action,
    });
    if (confirmed) {
      write.mutate({ params: { userId: user.id }, body: { password: generatePassword() } });
    }
  };
  return (
    <>
      <BusyButton variant="default" busy={write.isPending} onClick={() => void ask()}>
        {action}
      </BusyButton>
      {password !== undefined && (
        <DialogFrame
          {...newPasswordFrame({
            title: t('users.password.newTitle'),
            name,
            password,
            onClose: () => setPassword(undefined),
          })}
        />
      )}
    </>
  );
}
