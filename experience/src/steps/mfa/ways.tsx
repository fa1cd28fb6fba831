import { Outline } from '../../parts/icons.tsx';
import type { AskedFactors, FactorWay } from '../../platform/draft.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { linkTo } from '../../platform/router.ts';
import './mfa.css';

/** Outlines from Tabler (MIT). */
const icons: Record<FactorWay, string> = {
  WebAuthn:
    'M18.9 7a8 8 0 0 1 1.1 5v1a6 6 0 0 0 .8 3M8 11a4 4 0 0 1 8 0v1a10 10 0 0 0 2 6M12 11v2a14 14 0 0 0 2.5 8M8 15a18 18 0 0 0 1.8 6M4.9 19a22 22 0 0 1-.9-7v-1a8 8 0 0 1 12-6.95',
  Totp: 'M6 5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2zM11 4h2M12 17v.01',
  PhoneVerificationCode:
    'M8 9h8M8 13h6M9 18h-3a3 3 0 0 1-3-3v-8a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-3l-3 3z',
  EmailVerificationCode: 'M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2zM3 7l9 6l9-6',
  BackupCode:
    'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M15 15l3.35 3.35M9 15l-3.35 3.35M5.65 5.65l3.35 3.35M18.35 5.65l-3.35 3.35',
  TemporaryCode: 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0M12 7v5l3 3',
};

type WaysProps = { asked: AskedFactors /** The factor of this page, which is not listed. */; except?: FactorWay };

/** Links to the pages of the factors. */
export function Ways({ asked, except }: WaysProps) {
  const { factors: words } = usePhrases();
  const isBind = asked.flow === 'bind';
  return (
    <ul className="factors">
      {asked.available
        .filter((way) => way !== except)
        .map((way) => {
          const masked = asked.masked[way];
          return (
            <li key={way}>
              <a className="factor" {...linkTo(`${isBind ? '/mfa-binding' : '/mfa-verification'}/${way}`)}>
                <Outline name="factor" path={icons[way]} />
                <span>
                  <b>{words.names[way]}</b>
                  <small>
                    {isBind && way !== 'TemporaryCode'
                      ? words.link[way]
                      : masked
                        ? fill(words.sendTo, { identifier: masked })
                        : words.verify[way]}
                  </small>
                  {isBind && way === 'PhoneVerificationCode' && <small>{words.textsAreWeaker}</small>}
                </span>
                <Outline name="next" path="M9 6l6 6l-6 6" size={18} />
              </a>
            </li>
          );
        })}
    </ul>
  );
}
