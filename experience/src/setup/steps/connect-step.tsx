import { type ChangeEvent, useId, useState } from 'react';
import { type FieldErrors, StepForm, useFieldError, type Values } from '../../parts/step-form.tsx';
import { Note, TextField } from '../../parts/text-field.tsx';
import type { CallError } from '../../platform/client.ts';
import { fill } from '../../platform/languages.ts';
import { usePhrases } from '../../platform/phrases.ts';
import { callSetup } from '../calls.ts';
import { Section } from '../parts.tsx';
import { useSetupPhrases } from '../phrases.ts';
import { issuerExamples, nameOf } from '../providers.ts';
import { useEnding, usePortal } from '../use-setup.ts';

type Issue = { path: (string | number)[]; message: string };

/** The problems of `connector.invalid_config`, by field of the form. */
function placeIssues({ data }: CallError, fields: readonly string[]): FieldErrors | undefined {
  const { issues = [] } = (data ?? {}) as { issues?: Issue[] };
  const found = issues.flatMap(({ path, message }) => {
    const field = String(path[1] ?? '');
    return fields.includes(field) ? [[field, message] as const] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** Which fields the form has now. */
function fieldsOf(isSaml: boolean, isByUrl: boolean, hasIssuer: boolean): string[] {
  if (isSaml) {
    return [isByUrl ? 'metadataUrl' : 'metadata'];
  }
  return [...(hasIssuer ? ['issuer'] : []), 'clientId', 'clientSecret'];
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export function ConnectStep() {
  const words = useSetupPhrases();
  const { identifier } = usePhrases();
  const { setup, update, next } = usePortal();
  const ending = useEnding();
  const { connector } = setup;
  const [isByUrl, setByUrl] = useState(!connector?.config.metadata);
  if (!connector) {
    return null;
  }
  const { providerName, config, hasSecret } = connector;
  const isSaml = connector.providerType === 'saml';
  const fields = fieldsOf(isSaml, isByUrl, providerName !== 'GoogleWorkspace');
  const check = (values: Values): FieldErrors =>
    Object.fromEntries(
      fields
        .filter((field) => !values[field]?.trim() && !(field === 'clientSecret' && hasSecret))
        .map((field) => [field, identifier.missingAny]),
    );

  async function submit(values: Values) {
    const entered = Object.fromEntries(fields.map((field) => [field, values[field]?.trim() ?? '']));
    // What another step has set is kept.
    const kept = config.attributeMapping ? { attributeMapping: config.attributeMapping } : {};
    update(await callSetup('connect', { body: { config: { ...kept, ...entered } } }));
    next();
  }

  return (
    <Section title={fill(words.connect.title, { provider: nameOf(providerName, words) })} text={words.connect.text}>
      <StepForm
        action={words.connect.action}
        check={check}
        submit={submit}
        stays
        place={{
          'connector.invalid_config': (failure) => placeIssues(failure, fields),
          ...ending,
        }}
      >
        {isSaml ? (
          <SamlFields isByUrl={isByUrl} setByUrl={setByUrl} config={config} />
        ) : (
          <>
            {fields.includes('issuer') && (
              <TextField
                name="issuer"
                label={words.connect.issuer}
                type="url"
                dir="ltr"
                maxLength={2048}
                placeholder={issuerExamples[providerName]}
                defaultValue={textOf(config.issuer)}
              />
            )}
            <TextField
              name="clientId"
              label={words.connect.clientId}
              dir="ltr"
              maxLength={2048}
              defaultValue={textOf(config.clientId)}
            />
            <TextField
              name="clientSecret"
              label={words.connect.clientSecret}
              type="password"
              dir="ltr"
              autoComplete="off"
              maxLength={2048}
              hint={hasSecret ? words.connect.secretKept : undefined}
              isOptional={hasSecret}
            />
          </>
        )}
      </StepForm>
    </Section>
  );
}

type SamlFieldsProps = { isByUrl: boolean; setByUrl: (isByUrl: boolean) => void; config: Record<string, unknown> };

function SamlFields({ isByUrl, setByUrl, config }: SamlFieldsProps) {
  const { connect: words } = useSetupPhrases();
  return (
    <>
      <fieldset className="setup-ways">
        <legend>{words.way}</legend>
        {[true, false].map((isUrl) => (
          <label key={String(isUrl)} className="setup-way">
            <input type="radio" name="way" checked={isByUrl === isUrl} onChange={() => setByUrl(isUrl)} />
            {isUrl ? words.byUrl : words.byText}
          </label>
        ))}
      </fieldset>
      {isByUrl ? (
        <TextField
          name="metadataUrl"
          label={words.metadataUrl}
          type="url"
          dir="ltr"
          maxLength={2048}
          defaultValue={textOf(config.metadataUrl)}
        />
      ) : (
        <MetadataField value={textOf(config.metadata)} />
      )}
    </>
  );
}

function MetadataField({ value }: { value: string }) {
  const { connect: words } = useSetupPhrases();
  const id = useId();
  const [text, setText] = useState(value);
  const { error, clear } = useFieldError('metadata');

  async function readFile({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? [];
    if (file) {
      setText(await file.text());
      clear();
    }
  }

  return (
    <div className="field">
      <label htmlFor={id}>{words.metadata}</label>
      <textarea
        id={id}
        name="metadata"
        className="input setup-area"
        dir="ltr"
        rows={8}
        spellCheck={false}
        value={text}
        aria-required
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-note`}
        onChange={(event) => {
          setText(event.currentTarget.value);
          clear();
        }}
      />
      <Note id={`${id}-note`} error={error} />
      <label className="button small setup-file">
        {words.chooseFile}
        <input
          type="file"
          className="visually-hidden"
          accept=".xml,text/xml,application/xml,application/samlmetadata+xml"
          onChange={(event) => void readFile(event)}
        />
      </label>
    </div>
  );
}
