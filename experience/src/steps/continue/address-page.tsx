import { addressErrors, checkedIdentifier, checkIdentifier, IdentifierField } from '../../parts/identifier-field.tsx';
import { Page } from '../../parts/page.tsx';
import { StepForm, type Values } from '../../parts/step-form.tsx';
import { isAddress } from '../../platform/identifiers.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { requestCode } from '../verification-code/index.tsx';

type Kind = 'email' | 'phone' | 'emailOrPhone';

/** Asks for an address that the account must have, verified with a code. */
function AddressPage({ kind }: { kind: Kind }) {
  const phrases = usePhrases();
  const { continue: words, common } = phrases;
  const subs = { email: words.emailSub, phone: words.phoneSub, emailOrPhone: undefined };
  const allowed = kind === 'emailOrPhone' ? (['email', 'phone'] as const) : [kind];

  async function submit(values: Values) {
    const identifier = checkedIdentifier(values, allowed);
    if (isAddress(identifier)) {
      await requestCode('continue', identifier);
    }
  }

  return (
    <Page title={words[kind]} sub={subs[kind] ?? words.addressSub}>
      <StepForm
        action={common.next}
        check={(values) => checkIdentifier(values, allowed, phrases)}
        submit={submit}
        place={addressErrors(phrases)}
      >
        <IdentifierField allowed={allowed} isNew />
      </StepForm>
    </Page>
  );
}

export const EmailPage = () => <AddressPage kind="email" />;
export const PhonePage = () => <AddressPage kind="phone" />;
export const EmailOrPhonePage = () => <AddressPage kind="emailOrPhone" />;
