import type { AccountWays } from '@postern/contracts/account/account-verifications';
import type { Address } from '@postern/contracts/sign-in/sign-in';
import { useCallback, useEffect, useState } from 'react';
import { PasswordField } from '../../parts/password-field.tsx';
import { type FieldErrors, StepForm } from '../../parts/step-form.tsx';
import { CallError } from '../../platform/client.ts';
import { printIdentifier } from '../../platform/identifiers.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { providerName } from '../../platform/providers.ts';
import { Dialog } from '../parts/dialog.tsx';
import { LoadFailed, PageSkeleton } from '../parts/loaded.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { useAccountSettings } from '../settings.ts';
import { callVerifications } from './calls.ts';
import { CodeProof } from './code-proof.tsx';
import { leaveToConfirm } from './confirm-at-provider.tsx';
import { FactorProof } from './factor-proof.tsx';

type Provider = AccountWays['social'][number];
type Way = 'password' | Address | Provider;
type DoneProps = { onDone: (proof?: string) => void };

/** The methods this person can verify with, the preferred one first. */
function waysOf({ password, email, phone, social }: AccountWays): Way[] {
  return [
    ...(password ? (['password'] as const) : []),
    ...(email ? [{ type: 'email', value: email } as const] : []),
    ...(phone ? [{ type: 'phone', value: phone } as const] : []),
    ...social,
  ];
}

type VerifyDialogProps = DoneProps & {
  isAgain: boolean;
  isIdentityOnly: boolean;
  /** A proof that only lacks a second factor. */
  proof?: string | undefined;
};

const codeFactors = { email: 'EmailVerificationCode', phone: 'PhoneVerificationCode' } as const;

export function VerifyDialog({ isAgain, isIdentityOnly, proof: given, onDone }: VerifyDialogProps) {
  const { verify } = useAccountPhrases();
  const { factors: words } = usePhrases();
  const [ways, setWays] = useState<AccountWays>();
  const [proof, setProof] = useState(given);
  const [failure, setFailure] = useState<CallError>();
  const load = useCallback(async () => {
    setFailure(undefined);
    try {
      setWays(await callVerifications('ways'));
    } catch (error) {
      setFailure(error instanceof CallError ? error : new CallError({ code: 'unexpected', message: '' }));
    }
  }, []);
  useEffect(() => void load(), [load]);
  const isFactorDue = ways !== undefined && proof !== undefined && ways.factors.length > 0;
  // A code to an address may itself be the second factor.
  const finish = (id: string, way: Way) => {
    const isFactor = isAddress(way) && ways?.factors.includes(codeFactors[way.type]);
    return isFactor || isIdentityOnly || !ways?.factors.length ? onDone(id) : setProof(id);
  };
  return (
    <Dialog
      title={isFactorDue ? words.verifyTitle : verify.title}
      text={isAgain && !isFactorDue && <p>{verify.expired}</p>}
      onClose={() => onDone()}
    >
      {ways &&
        (isFactorDue ? (
          <FactorProof ways={ways} proof={proof} onDone={onDone} />
        ) : (
          <Ways ways={waysOf(ways)} onDone={finish} />
        ))}
      {!ways && (failure ? <LoadFailed failure={failure} onRetry={load} /> : <PageSkeleton />)}
    </Dialog>
  );
}

function Ways({ ways, onDone }: { ways: Way[]; onDone: (proof: string, way: Way) => void }) {
  const { verify } = useAccountPhrases();
  const [{ way, isChosen }, setCurrent] = useState({ way: ways[0], isChosen: false });
  if (!way) {
    return <p className="dialog-text">{verify.none}</p>;
  }
  return (
    <>
      {way === 'password' && <PasswordProof onDone={(id) => onDone(id, way)} />}
      {isAddress(way) && (
        <CodeProof key={way.value} address={way} isWanted={isChosen} onDone={(id) => onDone(id, way)} />
      )}
      {isProvider(way) && <ProviderProof key={way.connectorId} provider={way} />}
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <p key={nameOf(other)} className="other-way">
            <button type="button" className="link" onClick={() => setCurrent({ way: other, isChosen: true })}>
              <WayWords way={other} />
            </button>
          </p>
        ))}
    </>
  );
}

const isProvider = (way: Way): way is Provider => typeof way === 'object' && 'connectorId' in way;
const isAddress = (way: Way): way is Address => typeof way === 'object' && 'type' in way;

function nameOf(way: Way): string {
  if (isProvider(way)) {
    return way.connectorId;
  }
  return isAddress(way) ? way.type : way;
}

function WayWords({ way }: { way: Way }) {
  const { verify } = useAccountPhrases();
  const nameOfProvider = useProviderName();
  if (isProvider(way)) {
    return fill(verify.useProvider, { name: nameOfProvider(way) });
  }
  return isAddress(way) ? fill(verify.useCode, { address: printIdentifier(way) }) : verify.usePassword;
}

function useProviderName() {
  const { experience, language } = useAccountSettings();
  return ({ connectorId, target }: Provider) => {
    const known = experience.socialConnectors.find(({ id }) => id === connectorId);
    return known ? providerName(known, language) : target;
  };
}

/** Leaves the page; the person starts the change again afterwards. */
function ProviderProof({ provider }: { provider: Provider }) {
  const { verify } = useAccountPhrases();
  const name = useProviderName()(provider);
  return (
    <>
      <p className="dialog-text">{fill(verify.provider, { name })}</p>
      <StepForm
        action={fill(verify.useProvider, { name })}
        check={() => ({})}
        submit={() => leaveToConfirm(provider.connectorId)}
      >
        {null}
      </StepForm>
    </>
  );
}

function PasswordProof({ onDone }: { onDone: (proof: string) => void }) {
  const { password } = usePhrases();
  const { verify } = useAccountPhrases();
  return (
    <>
      <p className="dialog-text">{verify.password}</p>
      <StepForm
        action={verify.confirm}
        check={({ password: given }): FieldErrors => (given ? {} : { password: password.missing })}
        submit={async ({ password: given = '' }) => {
          const { verificationRecordId } = await callVerifications('password', { body: { password: given } });
          onDone(verificationRecordId);
        }}
        place={{ 'session.invalid_credentials': () => ({ password: verify.wrong }) }}
      >
        <PasswordField autoComplete="current-password" />
      </StepForm>
    </>
  );
}
