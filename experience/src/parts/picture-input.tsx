import type { ResponseOf } from '@postern/contracts/endpoint';
import type { avatarUploadsApi } from '@postern/contracts/sign-in/avatar-uploads';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { calls, request } from '../platform/client.ts';
import { usePhrases } from '../platform/phrases.ts';
import { pictureForm } from '../platform/shrink-picture.ts';
import { Alert } from './alert.tsx';
import { useFieldError } from './step-form.tsx';
import { Note } from './text-field.tsx';
import { useSending } from './use-sending.ts';
import './picture-input.css';

type PictureInputProps = { name: string; label: string; hint: string | undefined; start?: string | undefined };

/** Uploads a picture, cropped to a square, and shows it. The form gets its address. */
export function PictureInput({ name, label, hint, start = '' }: PictureInputProps) {
  const id = useId();
  const { extraProfile: words } = usePhrases();
  const input = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState(start);
  const [problem, setProblem] = useState<string>();
  const { error, clear } = useFieldError(name);
  const { send, busy, slow, alert } = useSending(undefined, { stays: true });

  function take(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.currentTarget.files ?? [];
    // Selecting the same file again must also fire a change event.
    event.currentTarget.value = '';
    setProblem(undefined);
    clear();
    if (file) {
      send(async () => {
        const body = await pictureForm(file);
        if (!(body instanceof FormData)) {
          setProblem(body === 'too-large' ? words.pictureTooLarge : words.pictureBroken);
          return;
        }
        // The server validates its responses against the contract this type comes from.
        const answer = (await request(calls.uploadPicture, { body })) as ResponseOf<typeof avatarUploadsApi.upload>;
        setUrl(answer.url);
      });
    }
  }

  return (
    <fieldset className="parts picture-parts" aria-describedby={`${id}-note`}>
      <legend>{label}</legend>
      <div className="picture-box">
        {url && <img src={url} alt={words.pictureShown} width={64} height={64} />}
        <button
          type="button"
          className="button small"
          aria-disabled={busy}
          aria-busy={busy}
          onClick={() => !busy && input.current?.click()}
        >
          {url ? words.changePicture : words.choosePicture}
          {slow && <span className="spinner" />}
        </button>
        {url && (
          <button type="button" className="button small" onClick={() => setUrl('')}>
            {words.removePicture}
          </button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        accept="image/*"
        aria-label={label}
        tabIndex={-1}
        onChange={take}
      />
      <input type="hidden" name={name} value={url} />
      <Note id={`${id}-note`} error={problem ?? error} hint={hint} />
      <Alert {...alert} />
    </fieldset>
  );
}
