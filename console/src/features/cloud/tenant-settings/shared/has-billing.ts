import type { Visitor } from '#platform/feature.ts';
import { useVisitor } from '#platform/router/features.tsx';

/** Development tenants are not billed, and only those who manage billing see bills. Undefined while loading. */
export const hasBilling = ({ abilities, tenant }: Visitor): boolean | undefined =>
  abilities && tenant && abilities.manageBilling && tenant.tag !== 'development';

export const useHasBilling = () => hasBilling(useVisitor());
