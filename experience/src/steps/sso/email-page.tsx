import { addressErrors, checkedIdentifier, checkIdentifier, IdentifierField } from '../../parts/identifier-field.tsx';
import { Page } from '../../parts/page.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { agreement, checkTerms, TermsCheckbox, TermsSentence } from '../../parts/terms.tsx';
import { CallError } from '../../platform/client.ts';
import { saveIdentifier } from '../../platform/draft.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { linkTo } from '../../platform/router.ts';
import { useSettings } from '../../platform/settings.ts';
import { continueWithSso, findConnectors } from '../../platform/sso-way.ts';

const allowed = ['email'] as const;
const unknown = 'sso.unknown';

/** Asks for the email address at work, which says where the person signs in. */
export function EmailPage() {
  const settings = useSettings();
  const phrases = usePhrases();

  async function submit(email: string) {
    saveIdentifier(email);
    const connectorIds = await findConnectors(email);
    if (connectorIds.length === 0) {
      throw new CallError({ code: unknown, message: phrases.sso.none });
    }
    await continueWithSso({ email, connectorIds }, agreement(settings, 'SignIn') === 'checkbox');
  }

  return (
    <Page
      title={phrases.sso.action}
      sub={phrases.sso.enterEmail}
      termsInCard={agreement(settings, 'SignIn') !== 'none'}
    >
      <StepForm
        action={phrases.common.next}
        check={(values) => ({
          ...checkIdentifier(values, allowed, phrases),
          ...checkTerms(settings, 'SignIn', values, phrases),
        })}
        submit={(values) => submit(checkedIdentifier(values, allowed).value)}
        place={{ ...addressErrors(phrases), [unknown]: () => ({ identifier: phrases.sso.none }) }}
      >
        <IdentifierField allowed={allowed} />
        <TermsCheckbox event="SignIn" />
      </StepForm>
      <p className="end">
        <a {...linkTo('/sign-in')}>{phrases.providers.another}</a>
      </p>
      <TermsSentence event="SignIn" />
    </Page>
  );
}
