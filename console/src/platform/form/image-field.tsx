import { TextInput } from '@mantine/core';
import { isWebUrl } from '@postern/contracts/fields';
import { userAssetsApi } from '@postern/contracts/records/user-assets';
import { IconAlertTriangle, IconLink, IconPhoto, IconPhotoOff, IconX } from '@tabler/icons-react';
import { type DragEvent, useId, useState } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRead } from '../client/use-read.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ChooseFile } from './choose-file.tsx';
import { type Ground, useFaintOn } from './faint-picture.ts';
import { FieldError } from './field-error.tsx';
import classes from './image-field.module.css';
import { maxPictureBytes, pictureTypes } from './picture-rules.ts';
import { useReadView } from './read-view.ts';
import { useFileUpload } from './use-file-upload.ts';

type ImageFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  /** The URL of the picture; empty if there is none. */
  name: Path<Values>;
  label: string;
  /** Shown on the background it is made for, regardless of the console theme. */
  ground: Ground;
  /** Themes it is used in; a warning is shown where it is hardly visible. */
  shownOn?: readonly Ground[];
};

/** A picture: dropped, selected, or given by URL. */
export function ImageField<Values extends FieldValues, Output>(props: ImageFieldProps<Values, Output>) {
  const { label } = props;
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control: props.control, name: props.name });
  const service = useRead(userAssetsApi.status, {}, { staleTime: 300_000 });
  const limit = Math.min(maxPictureBytes, service.data?.maxUploadFileSize ?? maxPictureBytes);
  const file = useFileUpload(userAssetsApi.upload, { types: pictureTypes, maxBytes: limit }, ({ url: sent }) =>
    field.onChange(sent),
  );
  const [isTyping, setTyping] = useState(false);
  const url: string = field.value ?? '';
  const isRead = useReadView();
  const canUpload = service.data?.status !== 'not_configured';
  const error = file.error ?? fieldState.error?.message;
  const showsAddress = !isRead && (isTyping || !canUpload || (fieldState.error !== undefined && !file.error));
  const errorId = useId();
  // Only a picture that loads is judged.
  const [shownUrl, setShownUrl] = useState('');
  const faintOn = useFaintOn(shownUrl === url ? url : '', props.shownOn ?? []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out as a caption
    <div className={classes.slot} role="group" aria-label={label} aria-describedby={error ? errorId : undefined}>
      <DropBox take={file.take} disabled={isRead || !canUpload} ground={props.ground} share={file.share}>
        <Picture key={url} url={url} onShown={() => setShownUrl(url)} />
      </DropBox>
      <div className={classes.caption}>
        <span className={classes.name}>
          {label}
          <small className="truncate">{fileNameOf(url) || t('fields.file.none')}</small>
        </span>
        {url && !isRead && (
          <IconButton
            label={t('actions.remove', { what: label })}
            size="small"
            onClick={() => {
              file.forget();
              field.onChange('');
            }}
          >
            <IconX size={16} stroke={1.5} aria-hidden />
          </IconButton>
        )}
        {!isRead && (
          <IconButton
            label={t('fields.file.address', { label })}
            size="small"
            aria-expanded={showsAddress}
            onClick={() => setTyping(!isTyping)}
          >
            <IconLink size={16} stroke={1.5} aria-hidden />
          </IconButton>
        )}
        {canUpload && !isRead && (
          <ChooseFile label={t('fields.file.upload', { label })} accept={pictureTypes} take={file.take} />
        )}
      </div>
      {showsAddress && (
        <TextInput
          {...field}
          value={url}
          className={classes.address}
          aria-label={t('fields.file.addressOf', { label })}
          placeholder="https://cdn.example.com/logo.svg"
          error={error !== undefined && !file.error}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
        />
      )}
      {error && (
        <div id={errorId} className={classes.error} role="alert">
          <FieldError message={error} />
        </div>
      )}
      {faintOn && !error && (
        <p className={classes.warning} role="status">
          <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
          {t(`fields.file.faint.${faintOn}`)}
        </p>
      )}
    </div>
  );
}

function fileNameOf(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
  } catch {
    // Not a valid URL yet.
    return url;
  }
}

type DropBoxProps = {
  take: (files: readonly File[]) => void;
  disabled: boolean;
  ground: Ground;
  share: number | undefined;
  children: React.ReactNode;
};

function DropBox({ take, disabled, ground, share, children }: DropBoxProps) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) {
      take([...event.dataTransfer.files]);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button below does the same
    <div
      className={classes.box}
      data-ground={ground}
      data-over={(isOver && !disabled) || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      {share !== undefined && <progress className={classes.progress} value={share} max={1} />}
    </div>
  );
}

function Picture({ url, onShown }: { url: string; onShown: () => void }) {
  const [broken, setBroken] = useState(false);
  if (!isWebUrl(url)) {
    return <IconPhoto size={24} stroke={1.5} aria-hidden />;
  }
  return broken ? (
    <IconPhotoOff size={24} stroke={1.5} aria-hidden />
  ) : (
    <img src={url} alt="" referrerPolicy="no-referrer" onLoad={onShown} onError={() => setBroken(true)} />
  );
}
