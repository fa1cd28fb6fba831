import { Page } from '../../parts/page.tsx';
import { checkFields, keyOf, readFields } from '../../parts/profile-fields.ts';
import { ProfileInput } from '../../parts/profile-input.tsx';
import { type FieldErrors, StepForm } from '../../parts/step-form.tsx';
import { type CallError, call } from '../../platform/client.ts';
import { finishPending } from '../../platform/finish.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { useSettings } from '../../platform/settings.ts';

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
