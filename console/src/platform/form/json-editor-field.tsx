import { lazy, Suspense, useId } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../ui/skeleton.tsx';
import { FieldError } from './field-error.tsx';
import classes from './form.module.css';
import { ReadValue } from './read-value.tsx';
import { useReadView } from './read-view.ts';
import { tidyJson } from './tidy-json.ts';

// The code editor is larger than most pages.
const JsonEditor = lazy(async () => {
  const [{ CodeEditor }, { json }] = await Promise.all([import('../code/editor.tsx'), import('../code/json.ts')]);
  return {
    default: (props: Omit<Parameters<typeof CodeEditor>[0], 'language'>) => <CodeEditor {...props} language={json} />,
  };
});

type JsonEditorFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  name: Path<Values>;
  label: string;
  /** Shown at the end of the label's line. */
  corner?: React.ReactNode;
};

const lineHeight = 21;

/** The height of the loaded editor, reserved so that nothing moves. */
function heightOf(text: string): number {
  return Math.min(356, Math.max(104, text.split('\n').length * lineHeight + 20)) + 32;
}

/** JSON in a code editor. Formats well-formed text on blur; the form's schema reports errors. */
export function JsonEditorField<Values extends FieldValues, Output>(props: JsonEditorFieldProps<Values, Output>) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control: props.control, name: props.name });
  const errorId = useId();
  const isRead = useReadView();
  const text: string = field.value ?? '';
  const message = fieldState.error?.message;
  const leave = () => {
    field.onBlur();
    const tidied = tidyJson(text);
    if (tidied !== text) {
      field.onChange(tidied);
    }
  };
  if (isRead) {
    return <ReadValue label={props.label} value={text} mono isBlock />;
  }
  return (
    <div>
      <div className={classes.editorLabel}>
        {props.label}
        {props.corner}
      </div>
      <Suspense fallback={<Skeleton width="100%" height={heightOf(text)} />}>
        <JsonEditor
          ref={field.ref}
          label={props.label}
          help={t('fields.editorHelp')}
          value={text}
          onChange={field.onChange}
          onBlur={leave}
          errorId={message ? errorId : undefined}
          grows
        />
      </Suspense>
      {message && (
        <div id={errorId} className={classes.groupError}>
          <FieldError message={message} />
        </div>
      )}
    </div>
  );
}
