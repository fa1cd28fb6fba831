import { userPath } from '#paths/users.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { GrantsCard } from './grants-card.tsx';
import { SessionsCard } from './shared/sessions-card.tsx';
import { TrustedCard } from './trusted-card.tsx';

/** Active sessions, trusted devices, and applications with offline access. */
export function SessionsTab() {
  const { id } = usePathParams(userPath);
  return (
    <Cards>
      <SessionsCard userId={id} />
      <TrustedCard userId={id} />
      <GrantsCard userId={id} />
    </Cards>
  );
}
