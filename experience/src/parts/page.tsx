import { type ReactNode, useEffect } from 'react';
import { usePhrases } from '../platform/phrases.ts';
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

/** The layout of every step. The `logto_…` classes are hooks that existing custom CSS relies on. */
export function Page({ title, heading, banner, sub, onBack, termsInCard = false, children }: PageProps) {
  const { common } = usePhrases();
  useTitle(title);
  return (
    <div className="page logto_page-container">
      <main className="main logto_main-content">
        <section className="card">
          {onBack && (
            <button type="button" className="back" aria-label={common.back} onClick={onBack}>
              <Icon name="arrow-left" />
            </button>
          )}
          <header className="logto_branding-header">
            {banner ?? <Logo />}
            <h1>{heading ?? title}</h1>
            {sub && <p className="sub">{sub}</p>}
          </header>
          {children}
          <div className="logto_custom-content" />
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
