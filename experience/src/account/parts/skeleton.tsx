import { useAccountPhrases } from '../phrases/index.ts';

/** Placeholder while a card loads. */
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
