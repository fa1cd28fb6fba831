import type { Account } from '@postern/contracts/account/account';
import { useState } from 'react';
import { isPicture } from '../../platform/addresses.ts';
import { AccountIcon } from '../icons.tsx';
import { callName } from '../use-account.tsx';

/** The picture of a person, or their initials. */
export function Face({ account, size }: { account: Account; size: number }) {
  const { avatar } = account;
  const [broken, setBroken] = useState<string>();
  const style = { width: size, height: size, fontSize: size * 0.4 };
  if (avatar && isPicture(avatar) && avatar !== broken) {
    return <img className="face" style={style} src={avatar} alt="" onError={() => setBroken(avatar)} />;
  }
  return (
    <span className="face" style={style} aria-hidden="true">
      {initialsOf(callName(account)) || <AccountIcon name="user" size={size * 0.5} />}
    </span>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('');
}
