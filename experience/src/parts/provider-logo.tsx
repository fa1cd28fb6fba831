import { useState } from 'react';
import type { Provider } from '../platform/providers.ts';
import { useSettings } from '../platform/settings.ts';

/** In a srcset a space ends a URL. */
const asSource = (address: string) => address.replaceAll(' ', '%20');

type ProviderLogoProps = { provider: Pick<Provider, 'logo' | 'logoDark'>; name: string; isPlain: boolean };

/** `isPlain` shows the first letter instead of the logo. */
export function ProviderLogo({ provider, name, isPlain }: ProviderLogoProps) {
  const { color } = useSettings().experience;
  const [isBroken, setBroken] = useState(false);
  const { logo, logoDark } = provider;
  if (!logo || isBroken || isPlain) {
    // Drawn by the style: as text it would be a part of the visible label (WCAG 2.2, 2.5.3).
    return <span className="way-letter" aria-hidden="true" data-letter={name.trim().charAt(0).toUpperCase()} />;
  }
  return (
    <picture>
      {logoDark && color.isDarkModeEnabled && (
        <source srcSet={asSource(logoDark)} media="(prefers-color-scheme: dark)" />
      )}
      <img className="way-logo" src={logo} alt="" width={20} height={20} onError={() => setBroken(true)} />
    </picture>
  );
}
