import type { ToastAction } from '../feedback/toast-view.tsx';
import { RequestError } from './request-error.ts';

export type Explanation = { message: string; note?: string; action?: ToastAction };
type Explain = (error: RequestError) => Explanation | undefined;

const explainers = new Set<Explain>();

/** Registers a feature that explains errors better than the server's message; returns a function that removes it. */
export function explainFailures(explain: Explain): () => void {
  explainers.add(explain);
  return () => void explainers.delete(explain);
}

export function explanationOf(error: unknown): Explanation | undefined {
  if (!(error instanceof RequestError)) {
    return undefined;
  }
  for (const explain of explainers) {
    const explanation = explain(error);
    if (explanation) {
      return explanation;
    }
  }
  return undefined;
}
