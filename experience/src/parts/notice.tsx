import type { ReactNode } from 'react';

/** Explains, in place of a form, why there is none. */
export function Notice({ children }: { children: ReactNode }) {
  return <p className="notice">{children}</p>;
}
