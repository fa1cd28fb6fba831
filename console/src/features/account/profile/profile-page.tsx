import { InformationCard } from './information-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { PreferencesCard } from './preferences-card.tsx';
import { ProfileFrame } from './profile-frame.tsx';

export function ProfilePage() {
  return (
    <ProfileFrame>
      {(me) => (
        <>
          <InformationCard me={me} fields={['avatar', 'name', 'username']} />
          <PasswordCard me={me} />
          <PreferencesCard />
        </>
      )}
    </ProfileFrame>
  );
}
