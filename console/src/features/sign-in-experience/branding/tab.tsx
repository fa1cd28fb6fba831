import { Cards } from '#platform/detail/cards.tsx';
import { FormCardSkeleton } from '#platform/detail/form-card.tsx';

export function BrandingTab() {
  return (
    <Cards>
      <FormCardSkeleton fields={2} />
    </Cards>
  );
}
