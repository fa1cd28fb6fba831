import { type ReactNode, useEffect, useRef } from 'react';
import { usePhrases } from '../platform/phrases.ts';
import { canGoBack } from '../platform/router.ts';
import { Footer } from './footer.tsx';
import { Logo } from './logo.tsx';
import { useTitle } from './page.tsx';
import './button.css';
import './dead-end.css';

type DeadEndProps = {
  drawing: ReactNode;
  title: string;
  text: ReactNode;
  /** Details to quote to support. */
  details?: ReactNode;
  /** The next step, if there is a better one than going back; false when there is none. */
  action?: ReactNode;
};

/** A page where the sign-in cannot continue: what happened, and what to do next. */
export function DeadEnd({ drawing, title, text, details, action }: DeadEndProps) {
  const { common } = usePhrases();
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="page logto_page-container">
      <main className="main logto_main-content">
        <section className="dead-end">
          <header className="logto_branding-header">
            <Logo />
          </header>
          {drawing}
          <h1 ref={heading} tabIndex={-1} className="quiet-focus">
            {title}
          </h1>
          <div className="dead-end-text">{text}</div>
          {details}
          {action ??
            (canGoBack() && (
              <button type="button" className="button primary" onClick={() => window.history.back()}>
                {common.goBack}
              </button>
            ))}
        </section>
      </main>
      <Footer withTerms />
    </div>
  );
}
