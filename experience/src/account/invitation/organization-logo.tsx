import type { LinkedInvitation } from '@postern/contracts/people/invitation-links';
import { useState } from 'react';

/** The logo of the organization, otherwise its first letter. */
export function OrganizationLogo({ name, branding, color }: LinkedInvitation['organization']) {
  const [isBroken, setBroken] = useState(false);
  const source = branding.logoUrl;
  const darkSource = color.isDarkModeEnabled ? branding.darkLogoUrl : undefined;
  const image = source || darkSource;
  const [letter = ''] = name.trim();
  return (
    <div className="logo">
      {image && !isBroken ? (
        <picture>
          {darkSource && <source srcSet={darkSource} media="(prefers-color-scheme: dark)" />}
          <img src={image} alt={name} onError={() => setBroken(true)} />
        </picture>
      ) : (
        <span className="logo-letter" aria-hidden="true">
          {letter.toUpperCase()}
        </span>
      )}
    </div>
  );
}
