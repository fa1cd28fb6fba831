import type { Tenant } from '@postern/contracts/cloud/tenants';
import { type ReactNode, useId } from 'react';
import { TenantSettingsFrame } from '#features/cloud/tenant-settings/shared/frame.tsx';
import { useHasBilling } from '#features/cloud/tenant-settings/shared/has-billing.ts';
import { UnknownAbilities } from '#features/cloud/tenant-settings/shared/unknown-abilities.tsx';
import { NotFound } from '#platform/feedback/screens.tsx';
import { useCurrentTenant } from '#platform/router/current-tenant.ts';
import classes from './billing.module.css';

/** The tenant tabs around billing pages; other members do not see these pages. */
export function BillingFrame({ children }: { children: (tenant: Tenant) => ReactNode }) {
  const tenant = useCurrentTenant();
  const hasBilling = useHasBilling();
  if (hasBilling === false) {
    return <NotFound />;
  }
  return <TenantSettingsFrame>{hasBilling && tenant ? children(tenant) : <UnknownAbilities />}</TenantSettingsFrame>;
}

type SectionProps = { title: string; note?: string; actions?: ReactNode; id?: string; children: ReactNode };

/** A section of the subscription page: heading, note and content. */
export function Section({ title, note, actions, id, children }: SectionProps) {
  const headingId = useId();
  return (
    <section id={id} aria-labelledby={headingId} className={classes.section}>
      <div className={classes.sectionHead}>
        <h2 id={headingId}>{title}</h2>
        {note && <p>{note}</p>}
        {actions && <div className={classes.sectionActions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
