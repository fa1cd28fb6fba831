import { CodeField } from '../../parts/code-field.tsx';
import { type FieldErrors, StepForm } from '../../parts/step-form.tsx';
import { codeLength, readDigits } from '../../parts/verification-code.ts';
import { CallError } from '../../platform/client.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Loaded, useLoaded } from '../parts/loaded.tsx';
import { useShowSuccess } from '../parts/tell.tsx';
import { useAccountPhrases } from '../phrases/index.ts';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { callFactors } from './calls.ts';
import { checkTotp } from './check-totp.ts';
import './security.css';

type AppDialogProps = { proof: string; onChanged: () => Promise<void>; onClose: () => void };

const wrongCode = new CallError({ code: 'totp.wrong', message: '' });
const generate = () => callFactors('generateTotp');

/** Shows the key as QR code and text, and asks for a code to confirm that the app has it. */
export function AppDialog({ proof, onChanged, onClose }: AppDialogProps) {
  const { security: words } = useAccountPhrases();
  const { verificationCode } = usePhrases();
  const showSuccess = useShowSuccess();
  const { withProof } = useVerifyIdentity();
  const loading = useLoaded(generate);

  async function save(secret: string, code: string) {
    if (!(await checkTotp(secret, code))) {
      throw wrongCode;
    }
    if (await withProof((id) => callFactors('add', { body: { type: 'Totp', secret }, proof: id }), proof)) {
      await onChanged();
      showSuccess(words.appSaved);
      onClose();
    }
  }

  return (
    <Dialog title={words.appTitle} text={<p>{words.appText}</p>} onClose={onClose}>
      <Loaded loading={loading}>
        {({ secret, secretQrCode }) => (
          <>
            <img className="qr" src={secretQrCode} alt={words.appQr} width={184} height={184} />
            <div className="key-line">
              <span>{words.appKey}</span>
              <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
              <CopyButton text={secret} />
            </div>
            <StepForm
              action={words.setUp}
              stays
              check={({ code = '' }): FieldErrors =>
                code.length === codeLength ? {} : { code: verificationCode.missing }
              }
              submit={({ code = '' }) => save(secret, readDigits(code))}
              place={{ [wrongCode.code]: () => ({ code: words.appWrong }) }}
            >
              <CodeField />
            </StepForm>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
