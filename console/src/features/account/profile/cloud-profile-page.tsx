import { AccountsCard } from './accounts-card.tsx';
import { DeleteCard } from './delete-card.tsx';
import { InformationCard } from './information-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { ProfileFrame } from './profile-frame.tsx';

export function CloudProfilePage() {
  return (
    <ProfileFrame>
      {(me) => (
        <>
          <InformationCard me={me} fields={['avatar', 'name']} />
          <AccountsCard me={me} />
          <PasswordCard me={me} />
          <PreferencesCard />
          <DeleteCard me={me} />
        </>
      )}
    </ProfileFrame>
  );
}
