import { adminTenantId } from '@postern/contracts/wire';
import { useState } from 'react';
import { useSettings } from '../platform/settings.ts';
import { PosternMark } from './icons.tsx';

/**
 * The logo of the tenant, otherwise of the application, otherwise its first letter. Renders nothing without any of
 * them.
 */
export function Logo() {
  const { experience, application } = useSettings();
  const [broken, setBroken] = useState(false);
  const { branding, color } = experience;
  const source = branding.logoUrl || application?.logoUrl;
  const darkSource = color.isDarkModeEnabled ? branding.darkLogoUrl : undefined;

  if ((source || darkSource) && !broken) {
    return (
      <div className="logo">
        <picture>
          {darkSource && <source srcSet={darkSource} media="(prefers-color-scheme: dark)" />}
          <img src={source || darkSource} alt={application?.name ?? ''} onError={() => setBroken(true)} />
        </picture>
      </div>
    );
  }
  if (experience.tenantId === adminTenantId) {
    return (
      <div className="logo logo-word">
        <PosternMark size={28} />
        <b>Postern</b>
      </div>
    );
  }
  const [letter] = application?.name.trim() ?? '';
  return letter ? (
    <div className="logo">
      <span className="logo-letter" aria-hidden="true">
        {letter.toUpperCase()}
      </span>
    </div>
  ) : null;
}
