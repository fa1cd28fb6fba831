import { Input } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldError } from '#platform/form/field-error.tsx';
import { FieldLabel } from '#platform/form/field-label.tsx';
import classes from './email-tags.module.css';
import { type FirstTenant, type FirstTenantInput, inviteesProblem } from './first-tenant-form.ts';
import { mergeEmails, parseEmails } from './parse-emails.ts';

const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta']);

/**
 * Addresses as tags. Space, Enter and leaving the field add what was typed; Backspace in the empty field first marks
 * the last tag, then removes it.
 */
export function EmailTags({ form }: { form: UseFormReturn<FirstTenantInput, unknown, FirstTenant> }) {
  const { t } = useTranslation();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { field: list } = useController({ control: form.control, name: 'emails' });
  const { field: draft, fieldState } = useController({ control: form.control, name: 'draft' });
  const [isMarked, setMarked] = useState(false);
  const [said, say] = useState('');
  const emails = list.value;
  const last = emails.at(-1);
  const error = fieldState.error?.message;

  const type = (text: string) => {
    draft.onChange(text);
    form.clearErrors('draft');
    setMarked(false);
  };
  const focusInput = () => box.current?.querySelector('input')?.focus();
  const add = (text: string) => {
    const message = inviteesProblem(emails, text);
    type(message ? text : '');
    if (message) {
      form.setError('draft', { type: 'invalid', message });
      return;
    }
    const added = parseEmails(text).emails;
    list.onChange(mergeEmails(emails, added));
    say(t('tenants.invite.added', { emails: added.join(', ') }));
  };
  const remove = (email: string) => {
    list.onChange(emails.filter((other) => other !== email));
    setMarked(false);
    say(t('tenants.invite.removed', { email }));
    focusInput();
  };
  const backspace = (event: KeyboardEvent, email: string) => {
    event.preventDefault();
    // A key held down to empty the field must not go on through the tags.
    if (event.repeat) {
      return;
    }
    if (isMarked) {
      remove(email);
    } else {
      setMarked(true);
      say(t('tenants.invite.marked', { email }));
    }
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || modifiers.has(event.key)) {
      return;
    }
    const isEmpty = draft.value.trim() === '';
    if (event.key === ' ' || (event.key === 'Enter' && !isEmpty)) {
      event.preventDefault();
      if (!isEmpty) {
        add(draft.value);
      }
    } else if (event.key === 'Backspace' && draft.value === '' && last) {
      backspace(event, last);
    } else {
      setMarked(false);
    }
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text');
    if (/[\s,;]/.test(pasted.trim())) {
      event.preventDefault();
      const { value, selectionStart, selectionEnd } = event.currentTarget;
      const before = value.slice(0, selectionStart ?? value.length);
      add(`${before}${pasted}${value.slice(selectionEnd ?? value.length)}`.replace(/\s+/g, ' ').trim());
    }
  };
  const leave = () => {
    draft.onBlur();
    setMarked(false);
    if (draft.value.trim()) {
      add(draft.value);
    }
  };
  const intoField = (event: MouseEvent) => {
    if (event.target === event.currentTarget) {
      event.preventDefault();
      focusInput();
    }
  };
  return (
    <Input.Wrapper
      id={id}
      label={<FieldLabel label={t('tenants.invite.label')} optional />}
      // The message takes the place of the help, so that nothing below moves under the pointer.
      description={error ? undefined : t('tenants.invite.help')}
      error={
        error && (
          <span role="alert">
            <FieldError message={error} />
          </span>
        )
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the frame of the field; the keyboard is in the field itself */}
      <div ref={box} className={classes.box} data-error={Boolean(error) || undefined} onMouseDown={intoField}>
        {emails.length > 0 && (
          <ul className={classes.tags} aria-label={t('tenants.invite.list')}>
            {emails.map((email) => (
              <li key={email} className={classes.tag} data-marked={(isMarked && email === last) || undefined}>
                <span className="truncate">{email}</span>
                <button
                  type="button"
                  className={classes.remove}
                  aria-label={t('actions.remove', { what: email })}
                  onClick={() => remove(email)}
                >
                  <IconX size={14} stroke={1.75} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          ref={draft.ref}
          id={id}
          name={draft.name}
          className={classes.input}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          placeholder={t('tenants.invite.placeholder')}
          value={draft.value}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={keyDown}
          onPaste={paste}
          onBlur={leave}
          aria-invalid={Boolean(error) || undefined}
          aria-describedby={`${id}-${error ? 'error' : 'description'}`}
        />
      </div>
      <span className="sr-only" role="status">
        {said}
      </span>
    </Input.Wrapper>
  );
}
