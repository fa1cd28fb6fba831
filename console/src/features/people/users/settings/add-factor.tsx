import { Button, Menu } from '@mantine/core';
import { type NewMfaVerification, type UserMfaVerification, userMfaApi } from '@postern/contracts/people/user-mfa';
import type { User } from '@postern/contracts/people/users';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { labelOf } from '../label.ts';
import { factorIcons } from './factor-icons.ts';

type AddFactorProps = {
  user: User;
  present: readonly UserMfaVerification[];
  /** Called with the values that are shown only once. */
  onAdded: (added: NewMfaVerification) => void;
};

/** The factor types that an administrator can add and the user does not have yet. */
export function AddFactor({ user, present, onAdded }: AddFactorProps) {
  const { t } = useTranslation();
  // Runs before the list is refreshed: the values must be shown even if the refresh fails.
  const create = useWrite(userMfaApi.create, { onDone: onAdded });
  const has = (type: UserMfaVerification['type']) => present.some((factor) => factor.type === type);
  const kinds = (['Totp', 'BackupCode'] as const).filter((type) => !has(type));
  // Backup codes require another factor.
  const isAlone = present.length === 0;
  const add = async (type: 'Totp' | 'BackupCode') => {
    const confirmed = await confirm({
      title: t(`userDetails.factors.add.${type}.title`, { name: labelOf(user) }),
      body: t(`userDetails.factors.add.${type}.body`),
      confirm: t('userDetails.factors.add.action'),
    });
    if (confirmed) {
      create.mutate({ params: { userId: user.id }, body: { type } });
    }
  };
  if (kinds.length === 0) {
    return null;
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconPlus size={16} stroke={2} aria-hidden />}>
          {t('userDetails.factors.add.menu')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((type) => {
          const Icon = factorIcons[type];
          const isRefused = type === 'BackupCode' && isAlone;
          return (
            <Menu.Item
              key={type}
              disabled={isRefused}
              leftSection={<Icon size={18} stroke={1.5} />}
              onClick={() => void add(type)}
            >
              {t(isRefused ? 'userDetails.factors.add.needsAnother' : `userDetails.factors.types.${type}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
