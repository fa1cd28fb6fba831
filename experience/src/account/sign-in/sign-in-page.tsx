import { Card, Rows } from '../parts/card.tsx';
import { useAccountPhrases } from '../phrases.ts';
import { useAccess } from '../settings.ts';
import { AddressRow } from './address-row.tsx';
import { PasswordRow } from './password-row.tsx';
import { UsernameRow } from './username-row.tsx';

/** The identifiers and the password of the person, as far as they are visible. */
export function SignInPage() {
  const { signIn: words } = useAccountPhrases();
  const { isShown } = useAccess();
  const identifiers = (['username', 'email', 'phone'] as const).filter(isShown);
  return (
    <>
      {identifiers.length > 0 && (
        <Card title={words.identifiers} help={words.identifiersHelp}>
          <Rows>
            {isShown('username') && <UsernameRow />}
            {isShown('email') && <AddressRow type="email" />}
            {isShown('phone') && <AddressRow type="phone" />}
          </Rows>
        </Card>
      )}
      {isShown('password') && (
        <Card title={words.password} help={words.passwordHelp}>
          <Rows>
            <PasswordRow />
          </Rows>
        </Card>
      )}
    </>
  );
}
