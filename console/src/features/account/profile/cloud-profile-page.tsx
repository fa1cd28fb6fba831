import { AccountsCard } from './accounts-card.tsx';
import { InformationCard, PasswordCard, PreferencesCard } from './cards.tsx';
import { DeleteCard } from './delete-card.tsx';
import { ProfileFrame } from './profile-page.tsx';
import { FactorsCard } from './security/factors-card.tsx';
import { SessionsCard } from './security/sessions-card.tsx';

export function CloudProfilePage() {
  return (
    <ProfileFrame>
      {(me) => (
        <>
          <InformationCard me={me} fields={['avatar', 'name']} />
          <AccountsCard me={me} />
          <PasswordCard me={me} />
          <FactorsCard me={me} />
          <SessionsCard me={me} />
          <PreferencesCard />
          <DeleteCard me={me} />
        </>
      )}
    </ProfileFrame>
  );
}
