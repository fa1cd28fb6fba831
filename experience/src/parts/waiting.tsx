import { Page } from './page.tsx';
import './button.css';
import './waiting.css';

/** Shown while a step proceeds without user input. */
export function Waiting({ title, sub }: { title: string; sub?: string | undefined }) {
  return (
    <Page title={title} sub={sub}>
      <div className="waiting" role="status" aria-label={title}>
        <span className="spinner" />
      </div>
    </Page>
  );
}
