import { Cards } from '#platform/detail/cards.tsx';
import { FormCardSkeleton } from '#platform/detail/form-card.tsx';

export function ContentTab() {
  return (
    <Cards>
      <FormCardSkeleton fields={2} />
    </Cards>
  );
}
