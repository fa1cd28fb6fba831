import { useAccountPhrases } from '../phrases/index.ts';

/** Grey lines where a card will be. */
export function PageSkeleton() {
  const { common } = useAccountPhrases();
  return (
    <div className="skeleton" role="status" aria-label={common.loading}>
      <span />
      <span />
      <span />
    </div>
  );
}
