import { StepForm, type Values } from '../../parts/step-form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { callSetup } from '../calls.ts';
import { Section } from '../parts.tsx';
import { useSetupPhrases } from '../phrases.ts';
import { useEnding, usePortal } from '../use-setup.ts';

/** The names that count for an empty field. Importing the contract would also bundle its schema library. */
const usual = { id: 'nameID', email: 'email', name: 'name' } as const;
type Field = keyof typeof usual;
const fields = Object.keys(usual) as Field[];

/** Which attributes of a SAML assertion are the ID, the address and the name of a person. */
export function AttributesStep() {
  const words = useSetupPhrases();
  const { setup, update, next } = usePortal();
  const ending = useEnding();
  const config = setup.connector?.config;
  if (!config) {
    return null;
  }
  const mapping = (config.attributeMapping ?? {}) as Partial<Record<Field, string>>;

  async function submit(values: Values) {
    const named = fields.flatMap((field) => {
      const name = values[field]?.trim();
      return name ? [[field, name] as const] : [];
    });
    const attributeMapping = Object.fromEntries(named);
    update(await callSetup('connect', { body: { config: { ...config, attributeMapping } } }));
    next();
  }

  return (
    <Section title={words.attributes.title} text={words.attributes.text}>
      <StepForm action={words.attributes.action} check={() => ({})} submit={submit} stays fromTop place={ending}>
        {fields.map((field) => (
          <TextField
            key={field}
            name={field}
            label={words.attributes[field]}
            {...(field === 'id' ? { hint: words.attributes.idHint } : {})}
            dir="ltr"
            maxLength={512}
            placeholder={usual[field]}
            defaultValue={mapping[field] ?? ''}
            isOptional
          />
        ))}
      </StepForm>
    </Section>
  );
}
