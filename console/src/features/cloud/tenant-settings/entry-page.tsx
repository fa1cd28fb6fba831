import { Navigate } from '@tanstack/react-router';
import { membersPath, ownSettingsPath } from '#paths/tenant-settings.ts';
import { useAbilities } from '#platform/router/abilities.ts';
import { useAddress } from '#platform/router/links.ts';
import { TenantSettingsFrame } from './shared/frame.tsx';
import { UnknownAbilities } from './shared/unknown-abilities.tsx';

/** Administrators start with the settings, other members with the member list. */
export function EntryPage() {
  const abilities = useAbilities();
  const address = useAddress();
  return abilities ? (
    <Navigate to={address(abilities.manageTenant ? ownSettingsPath : membersPath)} replace />
  ) : (
    <TenantSettingsFrame>
      <UnknownAbilities />
    </TenantSettingsFrame>
  );
}
