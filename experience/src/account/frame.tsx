import { pageClasses } from '@postern/contracts/wire';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { ConnectionNotice } from '../parts/connection-notice.tsx';
import { Footer } from '../parts/footer.tsx';
import { Logo } from '../parts/logo.tsx';
import { useTitle } from '../parts/page.tsx';
import { useSending } from '../parts/use-sending.ts';
import { fill } from '../platform/languages.ts';
import { linkTo, usePath } from '../platform/router.ts';
import { AccountIcon } from './icons.tsx';
import { type AccountPage, OpenPages } from './open-pages.ts';
import { pages } from './pages.tsx';
import { Face } from './parts/face.tsx';
import { Catch, PageSkeleton } from './parts/loaded.tsx';
import { PageAlert, SuccessProvider } from './parts/messages.tsx';
import { useAccountPhrases } from './phrases.ts';
import { signOut } from './session.ts';
import { useAccountSettings } from './settings.ts';
import { NotFound } from './states.tsx';
import { callName, KeepAccount, useAccountSoFar, WithAccount } from './use-account.tsx';
import { VerifyIdentity } from './verify-identity/verify-identity.tsx';
import './frame.css';

/** Renders the page for the current path inside the shared layout. */
export function AccountCenter() {
  const { accountCenter } = useAccountSettings();
  const path = usePath().replace(/(?<=.)\/+$/, '');
  const open = pages.filter(({ isOpen }) => isOpen(accountCenter));
  const current = open.find((page) => page.path === path);
  return (
    <KeepAccount>
      <Frame open={open} current={current}>
        {current ? (
          <Catch key={current.path}>
            <Suspense fallback={<PageSkeleton />}>
              <OpenPages value={open}>
                <current.Page />
              </OpenPages>
            </Suspense>
          </Catch>
        ) : (
          <NotFound />
        )}
      </Frame>
    </KeepAccount>
  );
}

type FrameProps = { open: readonly AccountPage[]; current: AccountPage | undefined; children: ReactNode };

function Frame({ open, current, children }: FrameProps) {
  const words = useAccountPhrases();
  const listed = open.filter((page) => page.isListed !== false || page === current);
  return (
    <div className={`account ${pageClasses.page}`}>
      <a className="skip" href="#main">
        {words.skip}
      </a>
      <ConnectionNotice />
      <Bar />
      <div className="account-body">
        <nav className="account-nav" aria-label={words.parts}>
          <ul>
            {listed.map(({ name, path, icon }) => (
              <li key={name}>
                <a
                  {...linkTo(path)}
                  aria-current={current?.name === name ? 'page' : undefined}
                  ref={current?.name === name ? keepInRow : undefined}
                >
                  <AccountIcon name={icon} />
                  {words.pages[name].title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <main id="main" tabIndex={-1} className="account-main quiet-focus">
          <SuccessProvider>
            <VerifyIdentity>
              {current && <Heading key={current.name} page={current} />}
              <WithAccount>{children}</WithAccount>
            </VerifyIdentity>
          </SuccessProvider>
        </main>
      </div>
      <Footer withTerms />
    </div>
  );
}

/** On narrow screens the menu is a row that may need scrolling, also after a phone is rotated. */
function keepInRow(link: HTMLAnchorElement) {
  const row = link.closest('nav');
  const middle = (of: Element | null) => {
    const { left = 0, width = 0 } = of?.getBoundingClientRect() ?? {};
    return left + width / 2;
  };
  // Also fires for the initial size, before the first paint.
  const observer = new ResizeObserver(() => row?.scrollBy({ left: middle(link) - middle(row) }));
  if (row) {
    observer.observe(row);
  }
  return () => observer.disconnect();
}

let isFirst = true;

/** Gets focus when the page changes, so that screen readers announce it. */
function Heading({ page: { name } }: { page: AccountPage }) {
  const words = useAccountPhrases();
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, text } = words.pages[name];
  useTitle(`${title} · ${words.title}`);
  useEffect(() => {
    if (!isFirst) {
      heading.current?.focus();
    }
    isFirst = false;
  }, []);
  return (
    <header className="account-heading">
      <h1 ref={heading} tabIndex={-1} className="quiet-focus">
        {title}
      </h1>
      <p>{text}</p>
    </header>
  );
}

function Bar() {
  const words = useAccountPhrases();
  const account = useAccountSoFar();
  const { send, busy, alert } = useSending();
  const name = account ? callName(account) : '';
  return (
    <header className="account-bar">
      <a className="account-brand" {...linkTo('/account')}>
        <Logo />
        <b>{words.title}</b>
      </a>
      {account && (
        <span className="account-who">
          <Face account={account} size={28} />
          <span className="account-name">
            <span className="visually-hidden">{fill(words.account, { name })}</span>
            <span aria-hidden="true">{name}</span>
          </span>
        </span>
      )}
      <button type="button" className="account-out" aria-disabled={busy} onClick={() => send(signOut)}>
        <AccountIcon name="logout" />
        <span>{words.signOut}</span>
      </button>
      <PageAlert alert={alert} />
    </header>
  );
}
