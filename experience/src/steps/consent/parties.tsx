import type { ConsentInfo } from '@postern/contracts/sign-in/consent';
import { useState } from 'react';
import { isPicture } from '../../platform/addresses.ts';
import { printPhone } from '../../platform/phones.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { useSettings } from '../../platform/settings.ts';
import { initialsOf } from './describe.ts';

type PictureProps = { light?: string | null | undefined; dark?: string | null | undefined; instead: string };

/** A picture, or letters if there is none or it fails to load. */
function Picture({ light, dark, instead }: PictureProps) {
  const { isDarkModeEnabled } = useSettings().experience.color;
  const [broken, setBroken] = useState(false);
  const [first, second] = [light, isDarkModeEnabled ? dark : undefined].map((one) =>
    one && isPicture(one) ? one : undefined,
  );
  if (broken || !(first || second)) {
    return <span aria-hidden="true">{instead}</span>;
  }
  return (
    <picture>
      {second && <source srcSet={second} media="(prefers-color-scheme: dark)" />}
      <img src={first ?? second} alt="" referrerPolicy="no-referrer" onError={() => setBroken(true)} />
    </picture>
  );
}

/** The application, and the service whose account it requests access to. */
export function Pair({ application }: Pick<ConsentInfo, 'application'>) {
  const { branding } = useSettings().experience;
  const name = application.displayName || application.name;
  const hasLogo = Boolean(branding.logoUrl || branding.darkLogoUrl);
  return (
    <div className="pair">
      <span className="party">
        <Picture
          light={application.branding?.logoUrl}
          dark={application.branding?.darkLogoUrl}
          instead={initialsOf(name).slice(0, 1)}
        />
      </span>
      {hasLogo && (
        <>
          <span className="dots" />
          <span className="party">
            <Picture light={branding.logoUrl} dark={branding.darkLogoUrl} instead="" />
          </span>
        </>
      )}
    </div>
  );
}

/** The signed-in account, with a link to switch it. */
export function AccountRow({ user, switchAccountUri }: Pick<ConsentInfo, 'user' | 'switchAccountUri'>) {
  const { consent: words } = usePhrases();
  const names = [
    user.name,
    user.primaryEmail,
    user.username,
    user.primaryPhone && printPhone(user.primaryPhone),
  ].filter(Boolean);
  const [first = user.id, second] = names;
  return (
    <div className="who">
      <span className="avatar">
        <Picture light={user.avatar} instead={initialsOf(first ?? '')} />
      </span>
      <div>
        <b>
          <bdi>{first}</bdi>
        </b>
        {second && <bdi>{second}</bdi>}
      </div>
      {switchAccountUri && (
        <a href={switchAccountUri} aria-label={`${words.switch}: ${words.switchAccount}`}>
          {words.switch}
        </a>
      )}
    </div>
  );
}
