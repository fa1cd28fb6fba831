import { Button } from '@mantine/core';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import type { User } from '@postern/contracts/people/users';
import { useTranslation } from 'react-i18next';
import { userSettingsPath } from '#paths/users.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { DangerRow, FormCard } from '#platform/detail/form-card.tsx';
import { confirm } from '#platform/feedback/dialogs.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useGo } from '#platform/router/links.ts';
import { labelOf } from '../label.ts';
import type { Provider } from './provider.ts';

type UnlinkCardProps = { user: User; target: string; provider: Provider };

/** Whether the user has no other way to sign in. */
const isLastWay = ({ primaryEmail, primaryPhone, username, identities }: User) =>
  !primaryEmail && !primaryPhone && !username && Object.keys(identities).length === 1;

export function UnlinkCard({ user, target, provider }: UnlinkCardProps) {
  const { t } = useTranslation();
  const go = useGo();
  const unlink = useWrite(userIdentitiesApi.remove, {
    onDone: async () => {
      await go(userSettingsPath, { id: user.id });
      showSuccess(t('userDetails.unlink.done', { provider: provider.name }));
    },
  });
  const ask = async () => {
    const confirmed = await confirm({
      title: t('userDetails.unlink.confirmTitle', { provider: provider.name, name: labelOf(user) }),
      body: t(isLastWay(user) ? 'userDetails.unlink.lastWay' : 'userDetails.unlink.consequence'),
      confirm: t('userDetails.unlink.action'),
      danger: true,
    });
    if (confirmed) {
      unlink.mutate({ params: { userId: user.id, target } });
    }
  };
  return (
    <FormCard title={t('users.danger.title')} help={t('userDetails.unlink.help')} danger>
      <DangerRow
        title={t('userDetails.unlink.what')}
        help={t('userDetails.unlink.consequence')}
        action={
          <Button variant="danger" onClick={() => void ask()}>
            {t('userDetails.unlink.action')}
          </Button>
        }
      />
    </FormCard>
  );
}
