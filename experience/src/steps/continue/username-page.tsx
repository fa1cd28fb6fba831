import { checkIdentifier, IdentifierField } from '../../parts/identifier-field.tsx';
import { Page } from '../../parts/page.tsx';
import { StepForm } from '../../parts/step-form.tsx';
import { call } from '../../platform/client.ts';
import { finishPending } from '../../platform/finish.ts';
import { usePhrases } from '../../platform/phrases.ts';

const allowed = ['username'] as const;

export function UsernamePage() {
  const phrases = usePhrases();
  const { continue: words, common } = phrases;
  return (
    <Page title={words.username} sub={words.usernameSub}>
      <StepForm
        action={common.next}
        check={(values) => checkIdentifier(values, allowed, phrases)}
        submit={async ({ identifier = '' }) => {
          await call('addProfile', { type: 'username', value: identifier.trim() });
          await finishPending();
        }}
        place={{ 'user.username_already_in_use': () => ({ identifier: phrases.identifier.taken }) }}
      >
        <IdentifierField allowed={allowed} isNew />
      </StepForm>
    </Page>
  );
}
