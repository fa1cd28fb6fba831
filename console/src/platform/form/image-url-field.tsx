import { TextInput } from '@mantine/core';
import { isWebUrl } from '@postern/contracts/fields';
import { IconPhoto, IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { FieldError } from './field-error.tsx';
import { FieldLabel } from './field-label.tsx';
import classes from './image-url-field.module.css';
import { ReadValue } from './read-value.tsx';
import { useReadView } from './read-view.ts';

type ImageUrlFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  name: Path<Values>;
  label: string;
  placeholder: string;
  /** Shown on the background it is made for, regardless of the console theme. */
  ground: 'light' | 'dark';
};

/** The URL of a picture, with the picture. */
export function ImageUrlField<Values extends FieldValues, Output>(props: ImageUrlFieldProps<Values, Output>) {
  const { field, fieldState } = useController({ control: props.control, name: props.name });
  const isRead = useReadView();
  const url: string = field.value ?? '';
  const preview = (
    <span className={classes.preview} data-ground={props.ground} aria-hidden>
      <Preview key={url} url={url} />
    </span>
  );
  if (isRead) {
    return <ReadValue label={props.label} value={url} mono before={preview} />;
  }
  return (
    <div className={classes.row}>
      {preview}
      <TextInput
        {...field}
        value={url}
        className={classes.field}
        label={<FieldLabel label={props.label} optional />}
        placeholder={props.placeholder}
        error={fieldState.error?.message && <FieldError message={fieldState.error.message} />}
        classNames={{ input: classes.input ?? '' }}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
    </div>
  );
}

function Preview({ url }: { url: string }) {
  const [broken, setBroken] = useState(false);
  if (!isWebUrl(url)) {
    return <IconPhoto size={20} stroke={1.5} />;
  }
  return broken ? (
    <IconPhotoOff size={20} stroke={1.5} />
  ) : (
    <img src={url} alt="" referrerPolicy="no-referrer" onError={() => setBroken(true)} />
  );
}
