import { type CustomJwt, type CustomTokenType, customJwtApi } from '@postern/contracts/access/custom-jwt';
import { useCallback, useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { customJwtPath, customJwtScriptPath } from '#paths/custom-jwt.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { JsonField } from '#platform/form/code-field.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { useGo } from '#platform/router/links.ts';
import { useDeleteScript } from './delete.ts';
import { referenceOf } from './reference.ts';
import { bodyOf, scriptForm, testOf, valuesOf } from './script-form.ts';
import classes from './shared/script.module.css';
import { Workspace } from './shared/workspace.tsx';
import { TestResult } from './test-result.tsx';

type ScriptWorkspaceProps = { tokenType: CustomTokenType; stored: CustomJwt | undefined };

/** The script of a kind of token. */
export function ScriptWorkspace({ tokenType, stored }: ScriptWorkspaceProps) {
  const { t } = useTranslation();
  const go = useGo();
  const schema = useMemo(() => scriptForm(tokenType), [tokenType]);
  const resolver = useMemo(() => schemaResolver(schema), [schema]);
  const storedValues = useCallback((one: CustomJwt | undefined) => valuesOf(tokenType, one), [tokenType]);
  const entriesOf = useCallback((names: readonly string[]) => referenceOf(tokenType, names), [tokenType]);
  const form = useForm({ resolver, defaultValues: storedValues(stored) });
  const { control } = form;
  const write = useWrite(customJwtApi.save, { quiet: true });
  const send = useWrite(customJwtApi.testReport, { quiet: true });
  const remove = useDeleteScript(() => go(customJwtPath, {}, { force: true }));
  return (
    <Workspace
      form={form}
      schema={schema}
      stored={stored}
      valuesOf={storedValues}
      save={(values) => write.mutateAsync({ params: { tokenTypePath: tokenType }, body: bodyOf(values) })}
      onCreated={() => go(customJwtScriptPath, { tokenType, action: 'edit' }, { replace: true, force: true })}
      onDelete={() => remove(tokenType)}
      title={t(`customJwt.tokens.${tokenType}.title`)}
      purpose={t(`customJwt.tokens.${tokenType}.help`)}
      referenceOf={entriesOf}
      reference={{
        help: t('customJwt.reference.help'),
        failure: t('customJwt.reference.failure'),
        docs: 'custom-jwt',
      }}
      test={{
        help: t('customJwt.test.help'),
        names: ['tokenSample', 'contextSample'],
        fields: (
          <>
            <JsonField control={control} name="tokenSample" label={t('customJwt.test.token')} />
            <JsonField control={control} name="contextSample" label={t('customJwt.test.context')} />
          </>
        ),
        send: (values) => send.mutateAsync({ body: testOf(tokenType, values) }),
        isSending: send.isPending,
        show: (report, onReveal) => <TestResult report={report} onReveal={onReveal} />,
      }}
    >
      <div className={classes.block}>
        <SwitchField
          control={control}
          name="blockIssuanceOnError"
          label={t('customJwt.script.block')}
          help={t('customJwt.script.blockHelp')}
        />
      </div>
    </Workspace>
  );
}
