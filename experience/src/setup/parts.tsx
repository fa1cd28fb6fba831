import { type ReactNode, useId } from 'react';
import { CopyButton } from '../parts/copy-and-save.tsx';

type SectionProps = { title: string; text?: ReactNode; children: ReactNode };

/** A step: its heading, which gets the focus when the step opens, and its content. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId();
  return (
    <section className="setup-section" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} className="quiet-focus">
        {title}
      </h2>
      {text && <p className="setup-text">{text}</p>}
      {children}
    </section>
  );
}

type ValuesProps = { label: string; values: readonly { name: string; value: string }[] };

/** Values to copy into another program. */
export function Values({ label, values }: ValuesProps) {
  return (
    <section aria-label={label}>
      <dl className="setup-values">
        {values.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code dir="ltr">{value}</code>
              <CopyButton text={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type ActionsProps = { children: ReactNode };
export const Actions = ({ children }: ActionsProps) => <div className="setup-actions">{children}</div>;

type ActionProps = { busy?: boolean; isPrimary?: boolean; onClick: () => void; children: ReactNode };

export function Action({ busy = false, isPrimary = false, onClick, children }: ActionProps) {
  return (
    <button
      type="button"
      className={isPrimary ? 'button small primary' : 'button small'}
      aria-disabled={busy}
      aria-busy={busy}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
