import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { Notice } from '#platform/feedback/notice.tsx';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import classes from '../sign-in-methods.module.css';
import { describe, lostIdentifiers, type MethodsValues } from './methods-form.ts';

type ReviewDialogProps = {
  before: MethodsValues;
  after: MethodsValues;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Shows before and after side by side, because a mistake here locks users out. */
export function ReviewDialog({ before, after, busy, onConfirm, onClose }: ReviewDialogProps) {
  const { t } = useTranslation();
  const [old, next] = [describe(before, t), describe(after, t)];
  const lost = lostIdentifiers(before, after).map((identifier) => t(`signInMethods.identifiers.${identifier}`));
  return (
    <DialogFrame
      opened
      size="create"
      onClose={onClose}
      title={t('signInMethods.review.title')}
      description={t('signInMethods.review.help')}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onConfirm();
      }}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <BusyButton type="submit" busy={busy} data-autofocus>
            {t('signInMethods.review.confirm')}
          </BusyButton>
        </>
      }
    >
      {lost.length > 0 && (
        <Notice
          tone="warning"
          icon={IconAlertTriangle}
          title={t('signInMethods.review.lost', { identifiers: lost.join(', ') })}
        >
          {null}
        </Notice>
      )}
      <div className={classes.columns}>
        <Column
          title={t('signInMethods.review.before')}
          lines={old}
          other={next}
          word={t('signInMethods.review.removed')}
        />
        <Column
          title={t('signInMethods.review.after')}
          lines={next}
          other={old}
          word={t('signInMethods.review.added')}
        />
      </div>
    </DialogFrame>
  );
}

type Lines = ReturnType<typeof describe>;
type ColumnProps = { title: string; lines: Lines; other: Lines; word: string };

function Column({ title, lines, other, word }: ColumnProps) {
  const { t } = useTranslation();
  return (
    <section className={classes.column} aria-label={title}>
      <h3>{title}</h3>
      {(['signUp', 'signIn'] as const).map((part) => (
        <div key={part}>
          <h4>{t(`signInMethods.review.${part}`)}</h4>
          <ul>
            {lines[part].length === 0 && <li className="muted">{t('signInMethods.review.nothing')}</li>}
            {lines[part].map(({ key, text }) => {
              const isChanged = !other[part].some((line) => line.key === key);
              return (
                <li key={key} data-changed={isChanged || undefined}>
                  {text}
                  {isChanged && <Tag small>{word}</Tag>}
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </section>
  );
}
