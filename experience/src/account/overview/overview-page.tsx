import { fill } from '../../platform/languages.ts';
import { linkTo } from '../../platform/router.ts';
import { AccountIcon } from '../icons.tsx';
import { useOpenPages } from '../open-pages.ts';
import { Face } from '../parts/face.tsx';
import { useLoaded } from '../parts/loaded.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { callRequests } from '../requests/calls.ts';
import { callName, useAccount } from '../use-account.tsx';
import './overview.css';

const loadRequests = () => callRequests('list');

/** The signed-in person, and links to the other pages. */
export function OverviewPage() {
  const { overview: words, pages } = useAccountPhrases();
  const { account } = useAccount();
  const requests = useLoaded(loadRequests);
  const hasRequests = (requests.value?.length ?? 0) > 0;
  const others = useOpenPages().filter(
    ({ path, isListed }) => path !== '/account' && (isListed !== false || hasRequests),
  );
  const name = callName(account);
  return (
    <>
      <section className="hello">
        <Face account={account} size={64} />
        <div>
          <p className="hello-name">{name ? fill(words.hello, { name }) : words.helloAnybody}</p>
          {account.createdAt !== undefined && (
            <p className="hello-since">{fill(words.since, { date: printDay(account.createdAt) })}</p>
          )}
        </div>
      </section>
      <ul className="overview">
        {others.map(({ name: page, path, icon }) => (
          <li key={page}>
            <a {...linkTo(path)}>
              <AccountIcon name={icon} size={24} />
              <span>
                <b>{pages[page].title}</b>
                <span>{pages[page].text}</span>
              </span>
              <AccountIcon name="chevron-right" />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

const printDay = (time: number) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long' }).format(time);
