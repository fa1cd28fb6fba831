import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './guides.module.css';
import { stepAnchor } from './step-view.tsx';

/** The steps by name, beside the guide on a wide screen; the current one is marked. */
export function ContentsList({ titles }: { titles: readonly string[] }) {
  const { t } = useTranslation();
  const current = useCurrentStep(titles.length);
  return (
    <nav className={classes.contents} aria-label={t('guides.steps')}>
      <div className={classes.contentsTitle} aria-hidden>
        {t('guides.steps')}
      </div>
      <ol>
        {titles.map((title, index) => (
          <li key={title}>
            <Link
              to="."
              search
              hash={stepAnchor(index)}
              replace
              activeOptions={{ includeHash: true }}
              aria-current={index === current ? 'step' : undefined}
            >
              <span className="tabular">{index + 1}</span>
              {title}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The step in the upper part of the screen. */
function useCurrentStep(count: number): number {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting);
        if (seen?.target instanceof HTMLElement) {
          setCurrent(Number(seen.target.dataset.step));
        }
      },
      { rootMargin: '-20% 0px -70% 0px' },
    );
    for (let index = 0; index < count; index += 1) {
      const step = document.getElementById(stepAnchor(index));
      if (step) {
        observer.observe(step);
      }
    }
    return () => observer.disconnect();
  }, [count]);
  return current;
}
