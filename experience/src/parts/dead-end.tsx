import { pageClasses } from '@postern/contracts/wire';
import { type ReactNode, useEffect, useRef } from 'react';
import { usePhrases } from '../platform/phrases.ts';
import { canGoBack } from '../platform/router.ts';
import { ConnectionNotice } from './connection-notice.tsx';
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
    <div className={`page ${pageClasses.page}`}>
      <ConnectionNotice />
      <main className="main">
        <section className={`dead-end ${pageClasses.card}`}>
          <header className={pageClasses.header}>
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

/** The gate of the logo, walled up: shown on dead ends. */
export function WalledGate() {
  return (
    <svg className="drawing" width="168" height="120" viewBox="0 0 168 120" aria-hidden="true">
      <g stroke="var(--ps-border-strong)">
        <path d="M12 108h144M28 108V80h14m98 28V80h-14M22 64h20m84 0h20M34 48h8m92 0h-8" />
      </g>
      <g stroke="var(--brand-text)">
        <path d="M54 108V42a30 30 0 0 1 60 0v66" fill="var(--brand-soft)" />
        <path d="M64 108V43a20 20 0 0 1 40 0v65" fill="var(--ps-surface)" />
        <path d="M65 40h38M64 57h40M64 74h40M64 91h40M74 40v17m20-17v17M84 57v17M74 74v17m20-17v17M84 91v17" />
      </g>
    </svg>
  );
}

/** The gate with its door open. */
export function OpenGate() {
  return (
    <svg className="drawing" width="168" height="120" viewBox="0 0 168 120" aria-hidden="true">
      <path
        d="M12 108h42m60 0h42M28 108V80h14m98 28V80h-14M22 64h20m84 0h20M34 48h8m92 0h-8"
        stroke="var(--ps-border-strong)"
      />
      <g stroke="var(--brand-text)">
        <path d="M54 108V42a30 30 0 0 1 60 0v66" fill="var(--brand-soft)" />
        <path d="M64 108V43a20 20 0 0 1 40 0v65" fill="var(--ps-surface)" />
        <path d="M64 108h40M84 23v85l-20 0M84 23a20 20 0 0 0-20 20v65" fill="var(--brand-soft)" />
        <circle cx="79" cy="70" r="2" fill="var(--brand-text)" stroke="none" />
      </g>
    </svg>
  );
}

/** The gate with its door off the hinge. */
export function BrokenGate() {
  return (
    <svg className="drawing" width="168" height="120" viewBox="0 0 168 120" aria-hidden="true">
      <path d="M12 108h144M22 92h16M28 76h10m92 16h16m-16-16h10" stroke="var(--ps-border-strong)" />
      <g stroke="var(--ps-danger-text)" fill="var(--ps-surface)">
        <path d="M54 108V54a30 30 0 0 1 60 0v54" fill="var(--ps-danger-soft)" />
        <path d="M64 108V55a20 20 0 0 1 40 0v53" />
        <g transform="rotate(-13 112 108)">
          <path d="M78 108V58a20 20 0 0 1 34-14v64Z" />
          <circle cx="85" cy="82" r="2" fill="var(--ps-danger-text)" stroke="none" />
        </g>
      </g>
    </svg>
  );
}
