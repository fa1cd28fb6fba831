import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { inviteesProblem } from './invitees.ts';
import { mergeEmails, parseEmails } from './parse-emails.ts';

/** The form fields for the addresses and the text being typed. */
export type EmailsValues = { emails: string[]; draft: string };
type EmailsForm = Pick<UseFormReturn<EmailsValues>, 'control' | 'clearErrors' | 'setError'>;

/** Narrows any form to these two fields, which its type cannot express. */
export const emailsOf = <Values extends EmailsValues, Sent>(form: UseFormReturn<Values, unknown, Sent>) =>
  form as unknown as EmailsForm;

const modifiers = new Set(['Shift', 'Control', 'Alt', 'Meta']);

/** The addresses, the text being typed, and the functions that change them. */
function useAddresses(form: EmailsForm) {
  const { t } = useTranslation();
  const { field: list } = useController({ control: form.control, name: 'emails' });
  const { field: draft, fieldState } = useController({ control: form.control, name: 'draft' });
  const [isMarked, setMarked] = useState(false);
  const [said, say] = useState('');
  const emails = list.value;
  const type = (text: string) => {
    draft.onChange(text);
    form.clearErrors('draft');
    setMarked(false);
  };
  return {
    draft,
    emails,
    said,
    error: fieldState.error?.message,
    marked: isMarked ? emails.at(-1) : undefined,
    type,
    add(text: string) {
      const message = inviteesProblem(emails, text);
      type(message ? text : '');
      if (message) {
        form.setError('draft', { type: 'invalid', message });
        return;
      }
      const next = mergeEmails(emails, parseEmails(text).emails);
      const added = next.slice(emails.length).join(', ');
      list.onChange(next);
      say(added ? t('fields.emails.added', { emails: added }) : t('fields.emails.known'));
    },
    remove(email: string) {
      list.onChange(emails.filter((other) => other !== email));
      setMarked(false);
      say(t('fields.emails.removed', { email }));
    },
    mark(email: string) {
      setMarked(true);
      say(t('fields.emails.marked', { email }));
    },
    unmark: () => setMarked(false),
  };
}

/**
 * Space, Enter and blur add the typed text; Backspace in the empty field first marks the last address, then removes it;
 * several pasted addresses are added at once.
 */
export function useEmailTags(form: EmailsForm) {
  const input = useRef<HTMLInputElement>(null);
  const { draft, add, mark, unmark, remove: drop, ...addresses } = useAddresses(form);
  const focus = () => input.current?.focus();
  const remove = (email: string) => {
    drop(email);
    focus();
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || modifiers.has(event.key)) {
      return;
    }
    const last = addresses.emails.at(-1);
    const isEmpty = draft.value.trim() === '';
    if (event.key === ' ' || (event.key === 'Enter' && !isEmpty)) {
      event.preventDefault();
      if (!isEmpty) {
        add(draft.value);
      }
    } else if (event.key === 'Backspace' && draft.value === '' && last) {
      event.preventDefault();
      // A key held down to clear the field must not remove addresses too.
      if (!event.repeat) {
        (addresses.marked ? remove : mark)(last);
      }
    } else {
      unmark();
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
    unmark();
    if (draft.value.trim()) {
      add(draft.value);
    }
  };
  const setInput = (element: HTMLInputElement | null) => {
    input.current = element;
    draft.ref(element);
  };
  return { ...addresses, text: draft.value, name: draft.name, setInput, focus, remove, keyDown, paste, leave };
}
