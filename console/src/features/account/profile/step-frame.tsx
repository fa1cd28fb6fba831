import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { profilePath } from '#paths/profile.ts';
import { OuterFrame } from '#platform/shell/outer-frame.tsx';
import { usePageTitle } from '#platform/ui/page-title.ts';
import { FactorDialog } from './factor-dialog.tsx';
import classes from './profile.module.css';

type StepFrameProps = {
  title: string;
  purpose: ReactNode;
  onSubmit: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
};

/** One step of a change: a form, and a link back. */
export function StepFrame({ title, purpose, onSubmit, children }: StepFrameProps) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  usePageTitle(title);
  useEffect(() => form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  return (
    <OuterFrame>
      <form ref={form} className={classes.step} onSubmit={onSubmit} noValidate>
        <Link to={`/${profilePath.path}`} className={classes.back}>
          <IconArrowLeft size={16} stroke={1.5} className="flip" aria-hidden />
          {t('ownProfile.back')}
        </Link>
        <div>
          <h1 className={classes.stepTitle}>{title}</h1>
          <p className={classes.stepPurpose}>{purpose}</p>
        </div>
        {children}
      </form>
      <FactorDialog />
    </OuterFrame>
  );
}
