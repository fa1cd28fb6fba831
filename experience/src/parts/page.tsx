import { pageClasses } from '@postern/contracts/wire';
import { type ReactNode, useEffect } from 'react';
import { usePhrases } from '../platform/phrases.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { Footer } from './footer.tsx';
import { Icon } from './icons.tsx';
import { Logo } from './logo.tsx';
import './page.css';

type PageProps = {
  title: string;
  /** The title with markup, if plain text is not enough. */
  heading?: ReactNode;
  /** Replaces the logo. */
  banner?: ReactNode;
  sub?: ReactNode;
  /** Shows the back arrow next to the logo. */
  onBack?: () => void;
  termsInCard?: boolean;
  children: ReactNode;
};

/** The layout of every step. Custom CSS relies on `pageClasses`. */
export function Page({ title, heading, banner, sub, onBack, termsInCard = false, children }: PageProps) {
  const { common } = usePhrases();
  useTitle(title);
  return (
    <div className={`page ${pageClasses.page}`}>
      <ConnectionNotice />
      <main className="main">
        <div className={`custom ${pageClasses.custom}`} />
        <section className={`card ${pageClasses.card}`}>
          {onBack && (
            <button type="button" className="back" aria-label={common.back} onClick={onBack}>
              <Icon name="arrow-left" />
            </button>
          )}
          <header className={pageClasses.header}>
            {banner ?? <Logo />}
            <h1>{heading ?? title}</h1>
            {sub && <p className="sub">{sub}</p>}
          </header>
          {children}
        </section>
      </main>
      <Footer withTerms={!termsInCard} />
    </div>
  );
}

export function useTitle(title: string) {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
