import { DomainCards } from '#features/access/domains/shared/domain-cards.tsx';
import { TenantSettingsFrame } from './shared/frame.tsx';

export function DomainsPage() {
  return (
    <TenantSettingsFrame>
      <DomainCards />
    </TenantSettingsFrame>
  );
}
