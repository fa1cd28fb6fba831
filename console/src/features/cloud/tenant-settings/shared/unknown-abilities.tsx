import { Cards } from '#platform/detail/cards.tsx';
import { FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { useOwnScopes } from '#platform/router/abilities.ts';

/** Shown while the permissions of the person are unknown or failed to load. */
export function UnknownAbilities() {
  const { error, refetch } = useOwnScopes();
  return error ? (
    <LoadFailed error={error} retry={refetch} />
  ) : (
    <Cards>
      <FormCardSkeleton fields={2} />
    </Cards>
  );
}
