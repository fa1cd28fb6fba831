import { Button } from '@mantine/core';
import type { User } from '@postern/contracts/people/users';
import { useTranslation } from 'react-i18next';
import { changePasswordPath, verifyPasswordPath } from '#paths/profile.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { useOuterGo } from './action.ts';
import { Row, Rows } from './row.tsx';

/** A person with a password must verify it before setting a new one. */
export function PasswordCard({ me }: { me: User }) {
  const { t } = useTranslation();
  const go = useOuterGo();
  const page = me.hasPassword ? verifyPasswordPath : changePasswordPath;
  return (
    <FormCard title={t('ownProfile.password.title')} help={t('ownProfile.password.help')}>
      <Rows>
        <Row
          label={t('ownProfile.password.label')}
          value={me.hasPassword ? '••••••••' : t('ownProfile.notSet')}
          isEmpty={!me.hasPassword}
          action={
            <Button
              variant="default"
              size="xs"
              aria-label={t('ownProfile.changeWhat', { what: t('ownProfile.password.label') })}
              onClick={() => void go(page, { action: 'changePassword' })}
            >
              {t(me.hasPassword ? 'ownProfile.change' : 'ownProfile.set')}
            </Button>
          }
        />
      </Rows>
    </FormCard>
  );
}
