import { Cards } from '#platform/detail/cards.tsx';
import { FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { useOwnScopes } from '#platform/router/abilities.ts';

/** In place of what depends on it: it is not known yet what this person may do here, or could not be read. */
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
