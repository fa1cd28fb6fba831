import { type ChangeEvent, useRef, useState } from 'react';
import { Alert } from '../../parts/alert.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useSending } from '../../parts/use-sending.ts';
import { isWebAddress } from '../../platform/addresses.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { callAccount } from '../client.ts';
import { Row, RowButton } from '../parts/card.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Face } from '../parts/face.tsx';
import { useShowSuccess } from '../parts/messages.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { useAccess } from '../settings.ts';
import { useAccount } from '../use-account.tsx';
import { uploadPicture } from './upload-picture.ts';
import './picture.css';

export function PictureRow() {
  const { profile: words, common } = useAccountPhrases();
  const { account } = useAccount();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Row
        label={words.picture}
        value={<Face account={account} size={56} />}
        actions={
          useAccess().isEditable('avatar') && (
            <RowButton
              action={account.avatar ? common.change : common.add}
              what={words.picture}
              onClick={() => setOpen(true)}
            />
          )
        }
      />
      {isOpen && <PictureDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** Sets the picture from a file or a URL, or removes it. */
function PictureDialog({ onClose }: { onClose: () => void }) {
  const { profile: words, common } = useAccountPhrases();
  const { account, changed } = useAccount();
  const showSuccess = useShowSuccess();
  const [isAddress, setAddress] = useState(false);
  const { send, busy, alert } = useSending(undefined, { stays: true });
  const finish = async () => {
    await changed();
    showSuccess(common.saved);
    onClose();
  };
  const remove = async () => {
    await callAccount('update', { body: { avatar: null } });
    await finish();
  };
  if (isAddress) {
    return <AddressDialog onClose={onClose} onDone={finish} />;
  }
  return (
    <Dialog title={words.picture} text={<p>{words.pictureHelp}</p>} onClose={onClose}>
      <div className="picture">
        <Face account={account} size={96} />
        <FileButton onDone={finish} />
        <button type="button" className="button" onClick={() => setAddress(true)}>
          {words.useAddress}
        </button>
        {account.avatar && (
          <button type="button" className="button danger" aria-disabled={busy} onClick={() => send(remove)}>
            {words.removePicture}
          </button>
        )}
      </div>
      <Alert {...alert} />
    </Dialog>
  );
}

/** Styled as a button; the input opens the file dialog of the device. */
function FileButton({ onDone }: { onDone: () => Promise<void> }) {
  const { profile: words } = useAccountPhrases();
  const { common } = usePhrases();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const { send, busy, slow, alert } = useSending(undefined, { stays: true });

  function take(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.currentTarget.files ?? [];
    // Selecting the same file again must also fire a change event.
    event.currentTarget.value = '';
    setProblem('');
    if (file) {
      send(async () => {
        const refused = await uploadPicture(file);
        if (refused) {
          setProblem(refused === 'too-large' ? words.pictureTooLarge : words.pictureBroken);
          return;
        }
        await onDone();
      });
    }
  }

  return (
    <>
      <button
        type="button"
        className="button primary"
        aria-disabled={busy}
        aria-busy={busy}
        onClick={() => !busy && input.current?.click()}
      >
        {words.choosePicture}
        {slow && <span className="spinner" />}
      </button>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        accept="image/*"
        aria-label={words.choosePicture}
        tabIndex={-1}
        onChange={take}
      />
      <p className="note" role="status">
        {problem ? <span className="wrong">{problem}</span> : slow && common.working}
      </p>
      <Alert {...alert} />
    </>
  );
}

function AddressDialog({ onClose, onDone }: { onClose: () => void; onDone: () => Promise<void> }) {
  const { profile: words, common } = useAccountPhrases();
  const { extraProfile } = usePhrases();
  return (
    <Dialog title={words.useAddress} onClose={onClose}>
      <StepForm
        action={common.save}
        check={({ avatar = '' }): Record<string, string> =>
          isWebAddress(avatar.trim()) ? {} : { avatar: extraProfile.url }
        }
        submit={async ({ avatar = '' }) => {
          await callAccount('update', { body: { avatar: avatar.trim() } });
          await onDone();
        }}
        place={{ 'guard.invalid_input': () => ({ avatar: extraProfile.url }) }}
      >
        <TextField
          name="avatar"
          label={words.pictureAddress}
          hint={words.pictureAddressHelp}
          type="url"
          inputMode="url"
          autoComplete="photo"
          maxLength={2048}
        />
      </StepForm>
    </Dialog>
  );
}
