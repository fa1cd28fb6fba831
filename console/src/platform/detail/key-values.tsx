import { useTranslation } from 'react-i18next';
import { CopyButton } from '../ui/copy-button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import classes from './detail.module.css';

export type KeyValue = {
  label: string;
  value: string | undefined;
  /** Words to read, nothing to copy. */
  plain?: boolean;
};

/** Values to copy, one per row; without a value yet, a bar in its place. */
export function KeyValues({ rows }: { rows: readonly KeyValue[] }) {
  const { t } = useTranslation();
  return (
    <dl className={classes.pairs}>
      {rows.map(({ label, value, plain }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value === undefined ? (
              <Skeleton width={240} />
            ) : plain ? (
              value
            ) : (
              <>
                <code className="truncate" title={value}>
                  {value}
                </code>
                <CopyButton value={value} label={t('actions.copyWhat', { what: label })} />
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
