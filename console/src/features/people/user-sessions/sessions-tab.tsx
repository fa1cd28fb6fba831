import { userPath } from '#paths/users.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { GrantsCard } from './grants-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** Where somebody is signed in, and which applications can go on without them. */
export function SessionsTab() {
  const { id } = usePathParams(userPath);
  return (
    <Cards>
      <SessionsCard userId={id} />
      <GrantsCard userId={id} />
    </Cards>
  );
}
