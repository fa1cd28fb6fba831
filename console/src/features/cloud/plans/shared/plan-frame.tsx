import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../plan-frame.module.css';

type PlanFrameProps = {
  name: string;
  tag?: ReactNode;
  isMarked: boolean;
  price: string;
  per?: string;
  about: string;
  features: readonly string[];
  /** The button to select it, or the reason why not. */
  children: ReactNode;
};

/** An offered plan: price, action and features. */
export function PlanFrame({ name, tag, isMarked, price, per, about, features, children }: PlanFrameProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={classes.plan} data-marked={isMarked || undefined} aria-labelledby={id}>
      <div className={classes.head}>
        <h3 id={id}>{name}</h3>
        {tag}
      </div>
      <div className={`${classes.price} tabular`}>
        <b>{price}</b> {per && <span>{per}</span>}
      </div>
      <p className={classes.about}>{about}</p>
      {children}
      <ul className={classes.features} aria-label={t('plans.includes', { plan: name })}>
        {features.map((feature) => (
          <li key={feature}>
            <IconCheck size={16} stroke={2} aria-hidden />
            {feature}
          </li>
        ))}
      </ul>
    </section>
  );
}
