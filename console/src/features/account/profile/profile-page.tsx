import type { User } from '@postern/contracts/people/users';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { useMe } from '#platform/person.ts';
import { OuterFrame } from '#platform/shell/outer-frame.tsx';
import { EmailCard } from './accounts-card.tsx';
import { InformationCard, PasswordCard, PreferencesCard } from './cards.tsx';
import { FactorDialog } from './factor-dialog.tsx';
import { FactorsCard } from './security/factors-card.tsx';
import { SessionsCard } from './security/sessions-card.tsx';

export function ProfilePage() {
  return (
    <ProfileFrame>
      {(me) => (
        <>
          <InformationCard me={me} fields={['avatar', 'name', 'username']} />
          <EmailCard me={me} />
          <PasswordCard me={me} />
          <FactorsCard me={me} />
          <SessionsCard me={me} />
          <PreferencesCard />
        </>
      )}
    </ProfileFrame>
  );
}

/** The page around the cards; shows a skeleton while the account loads. */
export function ProfileFrame({ children }: { children: (me: User) => ReactNode }) {
  const { t } = useTranslation();
  const me = useMe();
  return (
    <OuterFrame>
      <PageBody busy={!me.data && !me.error}>
        <PageHeader title={t('ownProfile.title')} purpose={t('ownProfile.purpose')} />
        {me.data ? (
          <Cards>{children(me.data)}</Cards>
        ) : me.error ? (
          <LoadFailed error={me.error} retry={me.refetch} />
        ) : (
          <Cards>
            <FormCardSkeleton fields={3} />
            <FormCardSkeleton fields={1} />
            <FormCardSkeleton fields={2} />
          </Cards>
        )}
      </PageBody>
      <FactorDialog />
    </OuterFrame>
  );
}
