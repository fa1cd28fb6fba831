import type { ConsentInfo } from '@postern/contracts/sign-in/consent';
import { usePhrases } from '../../platform/phrases.ts';
import { permissionWords, userLines } from './describe.ts';
import { ConsentIcon } from './icons.tsx';

/** What the application requests: data of the person, then permissions grouped by API. */
export function AskedScopes({ info }: { info: ConsentInfo }) {
  const phrases = usePhrases();
  const { consent: words } = phrases;
  const lines = userLines(info, phrases);
  const { missingResourceScopes: resources = [], isKnown, organizations } = info;
  if (lines.length === 0 && resources.length === 0) {
    const text = isKnown ? words.nothingNew : words.nothing;
    return organizations ? null : <p className="notice">{text}</p>;
  }
  return (
    <ul className="asked" aria-label={words.asks}>
      {lines.map(({ key, icon, title, text }) => (
        <li key={key}>
          <ConsentIcon name={icon} />
          <div>
            {title}
            {text && <small>{text}</small>}
          </div>
        </li>
      ))}
      {resources.map(({ resource, scopes }) => (
        <li key={resource.id}>
          <ConsentIcon name="key" />
          <div>
            <bdi>{resource.name}</bdi>
            <ul className="permissions">
              {scopes.map((scope) => (
                <li className="permission" key={scope.id}>
                  <bdi>{permissionWords(scope)}</bdi>
                </li>
              ))}
            </ul>
          </div>
        </li>
      ))}
    </ul>
  );
}
