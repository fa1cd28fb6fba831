import { type ReactNode, useId } from 'react';
import { fill } from '../../platform/languages.ts';
import { useAccountPhrases } from '../phrases.ts';
import './card.css';

type CardProps = { title: string; help?: ReactNode; action?: ReactNode; children: ReactNode };

/** A titled group of rows. */
export function Card({ title, help, action, children }: CardProps) {
  const id = useId();
  return (
    <section className="account-card" aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id}>{title}</h2>
          {help && <p>{help}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}

type RowProps = { label: ReactNode; value: ReactNode; actions?: ReactNode };

/** One property of the account: label, current value and actions. */
export function Row({ label, value, actions }: RowProps) {
  const { common } = useAccountPhrases();
  const isEmpty = value === undefined || value === null || value === '';
  return (
    <div className="account-row">
      <dt>{label}</dt>
      <dd>
        <span className={isEmpty ? 'row-value unset' : 'row-value'}>{isEmpty ? common.notSet : value}</span>
        {actions && <span className="row-actions">{actions}</span>}
      </dd>
    </div>
  );
}

export function Rows({ children }: { children: ReactNode }) {
  return <dl className="account-rows">{children}</dl>;
}

type RowButtonProps = { action: string; what: string; isDanger?: boolean; onClick: () => void };

/** A button next to a value; its accessible name includes the value. */
export function RowButton({ action, what, isDanger = false, onClick }: RowButtonProps) {
  const { common } = useAccountPhrases();
  return (
    <button
      type="button"
      className={isDanger ? 'button small danger' : 'button small'}
      aria-label={fill(common.about, { action, what })}
      onClick={onClick}
    >
      {action}
    </button>
  );
}
