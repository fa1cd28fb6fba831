import type { UserMfaVerification } from '@postern/contracts/people/user-mfa';
import { Card, Rows } from '../parts/card.tsx';
import { Loaded, useLoaded } from '../parts/loaded.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { useAccess, useAccountSettings } from '../settings.ts';
import { AppRow } from './app-row.tsx';
import { callFactors } from './calls.ts';
import { CodesRow } from './codes-row.tsx';
import { PasskeysCard } from './passkeys-card.tsx';

const load = () => callFactors('list');

/** The second factors of a person, and those the tenant offers. */
export function SecurityPage() {
  const { security: words } = useAccountPhrases();
  const { mfa, passkeySignIn } = useAccountSettings().experience;
  const { isShown: mayRead } = useAccess();
  const loading = useLoaded(load);
  return (
    <Loaded loading={loading}>
      {(factors) => {
        const part = { factors, onChanged: loading.reload };
        const has = (type: UserMfaVerification['type']) => factors.some((factor) => factor.type === type);
        const isOffered = (type: UserMfaVerification['type']) =>
          mfa.factors.includes(type) || (type === 'WebAuthn' && passkeySignIn.enabled === true);
        const isShown = (type: UserMfaVerification['type']) =>
          mayRead(type === 'WebAuthn' ? 'passkey' : 'mfa') && (isOffered(type) || has(type));
        if (!isShown('Totp') && !isShown('WebAuthn') && !isShown('BackupCode')) {
          return <p className="account-empty">{words.nothing}</p>;
        }
        return (
          <>
            {(isShown('Totp') || isShown('BackupCode')) && (
              <Card title={words.steps} help={words.stepsHelp}>
                <Rows>
                  {isShown('Totp') && <AppRow {...part} />}
                  {isShown('BackupCode') && <CodesRow {...part} />}
                </Rows>
              </Card>
            )}
            {isShown('WebAuthn') && <PasskeysCard {...part} />}
          </>
        );
      }}
    </Loaded>
  );
}
