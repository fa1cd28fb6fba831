import { TextInput } from '@mantine/core';
import { isWebUrl } from '@postern/contracts/fields';
import type { meAssetsApi, userAssetsApi } from '@postern/contracts/records/user-assets';
import { useId } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRead } from '../client/use-read.ts';
import { Avatar } from '../ui/avatar.tsx';
import classes from './avatar-field.module.css';
import { ChooseFile } from './choose-file.tsx';
import { FieldError } from './field-error.tsx';
import { maxPictureBytes, pictureTypes } from './picture-rules.ts';
import { ReadValue } from './read-value.tsx';
import { useReadView } from './read-view.ts';
import { useFileUpload } from './use-file-upload.ts';

type AvatarFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  /** The URL of the picture; empty if there is none. */
  name: Path<Values>;
  label: string;
  /** The name whose initials are shown without a picture. */
  person: string;
  /** The endpoint for uploads. */
  assets: typeof userAssetsApi | typeof meAssetsApi;
  autoFocus?: boolean;
};

/** The picture of a person: a URL, or a file if storage is configured. */
export function AvatarField<Values extends FieldValues, Output>(props: AvatarFieldProps<Values, Output>) {
  const { label, assets } = props;
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control: props.control, name: props.name });
  const service = useRead(assets.status, {}, { quiet: true, staleTime: 300_000 });
  const limit = Math.min(maxPictureBytes, service.data?.maxUploadFileSize ?? maxPictureBytes);
  const rules = { types: pictureTypes, maxBytes: limit };
  const file = useFileUpload(assets.upload, rules, ({ url: sent }) => field.onChange(sent));
  const errorId = useId();
  const isRead = useReadView();
  const url: string = field.value ?? '';
  const message = file.error ?? fieldState.error?.message;
  if (isRead) {
    const picture = <Avatar key={url} name={props.person} src={isWebUrl(url) ? url : undefined} size={40} />;
    return <ReadValue label={label} value={url} mono before={picture} />;
  }
  return (
    <div>
      <div className={classes.row}>
        <Avatar key={url} name={props.person} src={isWebUrl(url) ? url : undefined} size={56} />
        <TextInput
          {...field}
          value={url}
          className={classes.field}
          label={label}
          placeholder="https://example.com/maya.png"
          error={message !== undefined}
          aria-describedby={message ? errorId : undefined}
          classNames={{ input: classes.input ?? '' }}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          data-autofocus={props.autoFocus || undefined}
        />
        {service.data?.status === 'ready' && (
          <ChooseFile label={t('fields.file.upload', { label })} accept={pictureTypes} take={file.take} size="framed" />
        )}
      </div>
      {file.share !== undefined && <progress className={classes.progress} value={file.share} max={1} />}
      {message && (
        <div id={errorId} className={classes.error} role="alert">
          <FieldError message={message} />
        </div>
      )}
    </div>
  );
}
