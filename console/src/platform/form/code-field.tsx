import { Textarea } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import classes from './code-field.module.css';
import { FieldError } from './field-error.tsx';
import { FieldLabel } from './field-label.tsx';
import { locateJsonError } from './locate-json-error.ts';
import { ReadValue } from './read-value.tsx';
import { useReadView } from './read-view.ts';
import { tidyJson } from './tidy-json.ts';

type CodeFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  name: Path<Values>;
  label: string;
  optional?: boolean;
  help?: string;
  placeholder?: string;
  minRows?: number;
  /** Formats the text on blur. */
  tidy?: (text: string) => string;
  /** The line with an error, marked in the margin. */
  wrongLine?: (text: string) => number | undefined;
  /** Masks the characters. */
  masked?: boolean;
  /** A credential, which is not shown where the form is only read. */
  isSecret?: boolean;
  /** Shown in the upper corner of the field. */
  corner?: ReactNode;
};

/** Several lines of code with line numbers. Lines do not wrap; the numbers scroll along. */
export function CodeField<Values extends FieldValues, Output>(props: CodeFieldProps<Values, Output>) {
  const { field, fieldState } = useController({ control: props.control, name: props.name });
  const numbers = useRef<HTMLDivElement>(null);
  const isRead = useReadView();
  const text: string = field.value ?? '';
  if (isRead) {
    return (
      <ReadValue
        label={props.label}
        help={props.help}
        value={text}
        mono
        isBlock={!props.isSecret}
        isSecret={props.isSecret}
      />
    );
  }
  const wrong = fieldState.error ? props.wrongLine?.(text) : undefined;
  const leave = () => {
    field.onBlur();
    const tidied = props.tidy?.(text) ?? text;
    if (tidied !== text) {
      field.onChange(tidied);
    }
  };
  return (
    <Textarea
      {...field}
      value={text}
      onBlur={leave}
      label={<FieldLabel label={props.label} optional={props.optional} />}
      description={props.help}
      placeholder={props.placeholder}
      error={fieldState.error?.message && <FieldError message={fieldState.error.message} />}
      classNames={{ input: classes.input ?? '', section: classes.section ?? '' }}
      leftSection={
        <div ref={numbers} className={classes.numbers} aria-hidden>
          {text.split('\n').map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a number is its place
            <span key={index} data-wrong={wrong === index + 1 || undefined}>
              {index + 1}
            </span>
          ))}
        </div>
      }
      leftSectionWidth={44}
      leftSectionPointerEvents="none"
      data-masked={props.masked || undefined}
      rightSection={props.corner && <span className={classes.corner}>{props.corner}</span>}
      rightSectionPointerEvents="all"
      onScroll={(event) => numbers.current?.scrollTo({ top: event.currentTarget.scrollTop })}
      autosize
      minRows={props.minRows ?? 4}
      maxRows={16}
      wrap="off"
      spellCheck={false}
      autoComplete="off"
      dir="ltr"
    />
  );
}

const wrongJsonLine = (text: string) => locateJsonError(text)?.line;

type JsonFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  name: Path<Values>;
  label: string;
  optional?: boolean;
  help?: string;
  placeholder?: string;
  masked?: boolean;
  isSecret?: boolean;
  corner?: ReactNode;
};

/** JSON as text. Formats well-formed text on blur; the form's schema reports errors. */
export function JsonField<Values extends FieldValues, Output>(props: JsonFieldProps<Values, Output>) {
  return <CodeField {...props} tidy={tidyJson} wrongLine={wrongJsonLine} />;
}
