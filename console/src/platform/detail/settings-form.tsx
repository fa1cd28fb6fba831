import type { BaseSyntheticEvent, ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { dirtyCount } from '../form/dirty-count.ts';
import { ReadViewProvider } from '../form/read-view.ts';
import { isChangedElsewhere } from '../form/stored-values.ts';
import { isReadOnly } from '../session/read-only.ts';
import { Cards } from './cards.tsx';
import classes from './detail.module.css';
import { SaveBar } from './save-bar.tsx';
import { useUnsavedGuard } from './unsaved-guard.ts';

type SettingsFormProps<Values extends FieldValues, Sent> = {
  form: UseFormReturn<Values, unknown, Sent>;
  save: (event?: BaseSyntheticEvent) => Promise<void>;
  /** Changed fields that only followed another one, so that one edit counts as one change. */
  following?: readonly (keyof Values & string)[];
  children: ReactNode;
};

/** The form of a details tab: cards, the save bar, and a confirmation before leaving unsaved changes. */
export function SettingsForm<Values extends FieldValues, Sent>({
  form,
  save,
  following,
  children,
}: SettingsFormProps<Values, Sent>) {
  const { isDirty, isSubmitting } = form.formState;
  useUnsavedGuard(isDirty);
  return (
    <form onSubmit={save} noValidate>
      {isReadOnly() ? (
        <ReadViewProvider value>
          <fieldset className={classes.plain} disabled>
            <Cards>{children}</Cards>
          </fieldset>
        </ReadViewProvider>
      ) : (
        <Cards>{children}</Cards>
      )}
      <SaveBar
        changes={isDirty ? Math.max(1, dirtyCount(form, following)) : 0}
        saving={isSubmitting}
        isChangedElsewhere={isChangedElsewhere(form)}
        onSave={() => void save()}
        onDiscard={() => form.reset()}
      />
    </form>
  );
}
