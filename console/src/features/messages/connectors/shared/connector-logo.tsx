import { useComputedColorScheme } from '@mantine/core';
import type { Connector } from '@postern/contracts/messages/connectors';
import { IconPlug } from '@tabler/icons-react';
import { useState } from 'react';
import classes from '../connectors.module.css';

type ConnectorLogoProps = { of: Pick<Connector, 'logo' | 'logoDark'>; size?: 'small' | 'medium' | 'large' };

/** The logo of a provider for the current theme, or a plug if it cannot be loaded. */
export function ConnectorLogo({ of: { logo, logoDark }, size = 'small' }: ConnectorLogoProps) {
  const isDark = useComputedColorScheme('light') === 'dark';
  const source = (isDark && logoDark) || logo;
  return (
    <span className={classes.logo} data-size={size} aria-hidden>
      <Picture key={source} source={source} />
    </span>
  );
}

function Picture({ source }: { source: string }) {
  const [isBroken, setBroken] = useState(false);
  return source && !isBroken ? (
    <img src={source} alt="" referrerPolicy="no-referrer" onError={() => setBroken(true)} />
  ) : (
    <IconPlug size={18} stroke={1.5} />
  );
}
