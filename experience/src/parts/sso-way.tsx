import { usePhrases } from '../platform/phrases.ts';
import { linkTo } from '../platform/router.ts';
import { Outline } from './icons.tsx';

/** Leads to the page that asks for the email address at work. */
export function SsoWay({ isBelowForm }: { isBelowForm: boolean }) {
  const { sso: words, providers } = usePhrases();
  return (
    <>
      {isBelowForm && <p className="divider">{providers.or}</p>}
      <ul className="ways ways-wide sso-way">
        <li>
          <a className="button" {...linkTo('/single-sign-on')}>
            <Outline name="sso" path={building} />
            <span>{words.action}</span>
          </a>
        </li>
      </ul>
    </>
  );
}

/** Outline from Tabler (MIT). */
const building = 'M3 21h18M5 21V5a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v16M9 8h1M9 12h1M9 16h1M14 8h1M14 12h1M14 16h1';
