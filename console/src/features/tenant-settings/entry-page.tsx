import { Navigate } from '@tanstack/react-router';
import { useAbilities } from '#platform/router/abilities.ts';
import { useAddress } from '#platform/router/links.ts';
import { TenantSettingsFrame } from './frame.tsx';
import { membersPath, ownSettingsPath } from './paths.ts';
import { UnknownAbilities } from './unknown-abilities.tsx';

/** Whoever manages the tenant starts with its settings, everybody else with its members. */
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
