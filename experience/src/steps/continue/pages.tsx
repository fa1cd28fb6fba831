import {
  addressErrors,
  checkedIdentifier,
  checkIdentifier,
  IdentifierField,
  upperFirst,
  usernameErrors,
} from '../../parts/identifier-field.tsx';
import { NewPasswordField } from '../../parts/new-password-field.tsx';
import { Page } from '../../parts/page.tsx';
import { KnownUsername } from '../../parts/password-field.tsx';
import { checkFields, keyOf, readFields } from '../../parts/profile-fields.ts';
import { ProfileInput } from '../../parts/profile-input.tsx';
import { type FieldErrors, StepForm, type Values } from '../../parts/step-form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useNewPassword } from '../../parts/use-new-password.ts';
import { type CallError, call } from '../../platform/client.ts';
import { invitedAddress, lastIdentifier, suggestedAddress } from '../../platform/draft.ts';
import { finishPending } from '../../platform/finish.ts';
import { isAddress, readIdentifier } from '../../platform/identifiers.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { useSettings } from '../../platform/settings.ts';
import { requestCode } from '../verification-code/index.tsx';

const allowed = ['username'] as const;

export function UsernamePage() {
  const phrases = usePhrases();
  const { continue: words, common } = phrases;
  const { usernamePolicy } = useSettings().experience;
  return (
    <Page title={words.username} sub={words.usernameSub}>
      <StepForm
        action={common.next}
        check={(values) => checkIdentifier(values, allowed, phrases, usernamePolicy)}
        submit={async ({ identifier = '' }) => {
          await call('addProfile', { type: 'username', value: identifier.trim() });
          await finishPending();
        }}
        place={usernameErrors(phrases)}
      >
        <IdentifierField allowed={allowed} isNew />
      </StepForm>
    </Page>
  );
}

type Kind = 'email' | 'phone' | 'emailOrPhone';

/** What was typed before, otherwise the address that the person has at the provider. */
const startFor = (allowed: readonly ('email' | 'phone')[]) =>
  [lastIdentifier(), ...allowed.map(suggestedAddress)].find((text) => text && readIdentifier(text, allowed)) ||
  undefined;

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
        <IdentifierField allowed={allowed} isNew start={startFor(allowed)} />
      </StepForm>
    </Page>
  );
}

export const EmailPage = () => <AddressPage kind="email" />;
export const PhonePage = () => <AddressPage kind="phone" />;
export const EmailOrPhonePage = () => <AddressPage kind="emailOrPhone" />;

export function PasswordPage() {
  const { continue: words, password, register, common } = usePhrases();
  const { application } = useSettings();
  const newPassword = useNewPassword();
  const invited = invitedAddress();
  const heading = invited
    ? { title: register.title, sub: application && fill(register.continueTo, { name: application.name }) }
    : { title: password.titleRegister, sub: words.passwordSub };
  return (
    <Page {...heading}>
      <StepForm
        action={invited ? register.action : common.next}
        check={newPassword.check}
        submit={async ({ password: chosen = '' }) => {
          await call('addProfile', { type: 'password', value: chosen });
          await finishPending();
        }}
        place={newPassword.place}
      >
        {invited ? <InvitedAddress value={invited} /> : <KnownUsername value={lastIdentifier()} />}
        <NewPasswordField {...newPassword.field} />
      </StepForm>
    </Page>
  );
}

/** Verified by the invitation link, so it is neither asked for nor editable. */
function InvitedAddress({ value }: { value: string }) {
  const { identifier } = usePhrases();
  return (
    <TextField
      name="identifier"
      label={upperFirst(identifier.email)}
      type="email"
      autoComplete="username"
      value={value}
      readOnly
    />
  );
}

/** The custom profile fields that the tenant asks new users for, in its order. */
export function ExtraProfilePage() {
  const { extraProfile: words, common } = usePhrases();
  const fields = useSettings().experience.customProfileFields;

  function placeRefusal({ data }: CallError): FieldErrors | undefined {
    const key = keyOf(fields, data, words);
    return key ? { [key]: words.refused } : undefined;
  }

  return (
    <Page title={words.title} sub={words.sub}>
      <StepForm
        action={common.next}
        check={(values) => checkFields(fields, values, words)}
        submit={async (values) => {
          await call('addProfile', { type: 'extraProfile', values: readFields(fields, values, words) });
          await finishPending();
        }}
        place={{ 'request.invalid_input': placeRefusal }}
      >
        {fields.map((field) => (
          <ProfileInput key={field.name} field={field} />
        ))}
      </StepForm>
    </Page>
  );
}
