import { checkTotp } from '@postern/ui/check-totp.ts';
import { useState } from 'react';
import { AuthenticatorKey } from '../../parts/authenticator-key.tsx';
import { CodeField } from '../../parts/code-field.tsx';
import { type FieldErrors, StepForm } from '../../parts/step-form.tsx';
import { codeLength, readDigits } from '../../parts/verification-code.ts';
import { CallError } from '../../platform/client.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { Row, RowButton } from '../parts/card.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Loaded, useLoaded } from '../parts/loaded.tsx';
import { useShowSuccess } from '../parts/messages.tsx';
import { printDay } from '../parts/print.ts';
import { useAccountPhrases } from '../phrases.ts';
import { useAccess, useAccountSettings } from '../settings.ts';
import { useVerifyIdentity } from '../verify-identity/verify-identity.tsx';
import { callFactors } from './calls.ts';
import { type FactorProps, RemoveFactor } from './remove-factor.tsx';

/** The authenticator app; an account has at most one. */
export function AppRow(part: FactorProps) {
  const { security: words, common } = useAccountPhrases();
  const { isEditable } = useAccess();
  const { factors: offered } = useAccountSettings().experience.mfa;
  const { ask } = useVerifyIdentity();
  const [proof, setProof] = useState<string>();
  const [isLeaving, setLeaving] = useState(false);
  const factor = part.factors.find(({ type }) => type === 'Totp');
  const add = offered.includes('Totp') && (
    <RowButton action={words.setUp} what={words.app} onClick={async () => setProof(await ask())} />
  );
  const remove = <RowButton action={common.remove} what={words.app} isDanger onClick={() => setLeaving(true)} />;
  return (
    <>
      <Row
        label={words.app}
        value={factor && fill(words.since, { date: printDay(factor.createdAt) })}
        actions={isEditable('mfa') && (factor ? remove : add)}
      />
      {proof && <AppDialog proof={proof} onChanged={part.onChanged} onClose={() => setProof(undefined)} />}
      {isLeaving && factor && (
        <RemoveFactor
          {...part}
          factor={factor}
          what={words.app}
          text={words.removeApp}
          onClose={() => setLeaving(false)}
        />
      )}
    </>
  );
}

type AppDialogProps = { proof: string; onChanged: () => Promise<void>; onClose: () => void };

const wrongCode = new CallError({ code: 'totp.wrong', message: '' });
const generateTotp = () => callFactors('generateTotp');

/** Shows the key as QR code and text, and asks for a code to confirm that the app has it. */
function AppDialog({ proof, onChanged, onClose }: AppDialogProps) {
  const { security: words } = useAccountPhrases();
  const { verificationCode, factors } = usePhrases();
  const showSuccess = useShowSuccess();
  const { withProof } = useVerifyIdentity();
  const loading = useLoaded(generateTotp);

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
    <Dialog title={words.appTitle} text={<p>{factors.scan}</p>} onClose={onClose}>
      <Loaded loading={loading}>
        {({ secret, secretQrCode }) => (
          <>
            <AuthenticatorKey secret={secret} secretQrCode={secretQrCode} />
            <StepForm
              action={words.setUp}
              stays
              check={({ code = '' }): FieldErrors =>
                code.length === codeLength ? {} : { code: verificationCode.missing }
              }
              submit={({ code = '' }) => save(secret, readDigits(code))}
              place={{ [wrongCode.code]: () => ({ code: factors.appWrong }) }}
            >
              <CodeField />
            </StepForm>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
