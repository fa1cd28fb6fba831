import { Input } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type MouseEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../form/field-error.tsx';
import { FieldLabel } from '../form/field-label.tsx';
import classes from './email-tags.module.css';
import { type emailsOf, useEmailTags } from './use-email-tags.ts';

type EmailTagsProps = {
  form: ReturnType<typeof emailsOf>;
  label: string;
  help: string;
  optional?: boolean;
  autoFocus?: boolean;
};

/** Email addresses to invite, as tags in the field. */
export function EmailTags({ form, label, help, optional, autoFocus }: EmailTagsProps) {
  const { t } = useTranslation();
  const id = useId();
  const tags = useEmailTags(form);
  const { error } = tags;
  const intoField = (event: MouseEvent) => {
    if (event.target === event.currentTarget) {
      event.preventDefault();
      tags.focus();
    }
  };
  return (
    <Input.Wrapper
      id={id}
      label={<FieldLabel label={label} optional={optional} />}
      // The error replaces the help text, so that nothing below moves.
      description={error ? undefined : help}
      error={error && <Alert message={error} />}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the frame of the field; the keyboard is in the field itself */}
      <div className={classes.box} data-error={Boolean(error) || undefined} onMouseDown={intoField}>
        {tags.emails.length > 0 && (
          <ul className={classes.tags} aria-label={t('fields.emails.list')}>
            {tags.emails.map((email) => (
              <Tag key={email} email={email} isMarked={email === tags.marked} onRemove={() => tags.remove(email)} />
            ))}
          </ul>
        )}
        <input
          ref={tags.setInput}
          id={id}
          name={tags.name}
          className={classes.input}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          placeholder={t('fields.emails.placeholder')}
          value={tags.text}
          onChange={(event) => tags.type(event.currentTarget.value)}
          onKeyDown={tags.keyDown}
          onPaste={tags.paste}
          onBlur={tags.leave}
          data-autofocus={autoFocus || undefined}
          aria-invalid={Boolean(error) || undefined}
          aria-describedby={`${id}-${error ? 'error' : 'description'}`}
        />
      </div>
      <span className="sr-only" role="status">
        {tags.said}
      </span>
    </Input.Wrapper>
  );
}

function Alert({ message }: { message: string }) {
  return (
    <span role="alert">
      <FieldError message={message} />
    </span>
  );
}

function Tag({ email, isMarked, onRemove }: { email: string; isMarked: boolean; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <li className={classes.tag} data-marked={isMarked || undefined}>
      <span className="truncate">{email}</span>
      <button
        type="button"
        className={classes.remove}
        aria-label={t('actions.remove', { what: email })}
        onClick={onRemove}
      >
        <IconX size={14} stroke={1.75} aria-hidden />
      </button>
    </li>
  );
}
