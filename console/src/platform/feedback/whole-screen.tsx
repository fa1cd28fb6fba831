import { createContext, type ReactNode, useContext } from 'react';
import { Logo } from '../ui/logo.tsx';
import classes from './screen.module.css';

const FrameContext = createContext(false);

/** The content of the `main` of a frame that shows the logo. */
export function InFrame({ children }: { children: ReactNode }) {
  return <FrameContext value={true}>{children}</FrameContext>;
}

export const useIsInFrame = () => useContext(FrameContext);

/** Fills the window, or the `main` of the frame around it: a page has one `main`. */
export function WholeScreen({ children }: { children: ReactNode }) {
  return useIsInFrame() ? (
    children
  ) : (
    <main className={classes.whole}>
      <div className={classes.bar}>
        <Logo />
      </div>
      {children}
    </main>
  );
}
