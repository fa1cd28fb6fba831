import { Button } from '@mantine/core';
import { type CustomJwt, type CustomTokenType, customJwtApi } from '@postern/contracts/access/custom-jwt';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { customJwtPath, customJwtScriptPath } from '#paths/custom-jwt.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { SaveBar } from '#platform/detail/save-bar.tsx';
import { useUnsavedGuard } from '#platform/detail/unsaved-guard.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { dirtyCount } from '#platform/form/dirty-count.ts';
import { FieldError } from '#platform/form/field-error.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { isChangedElsewhere, useStoredValues } from '#platform/form/stored-values.ts';
import { startAgain, useSubmit } from '#platform/form/submit.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { PageHeader } from '#platform/page/page-header.tsx';
import { useGo } from '#platform/router/links.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { useDeleteScript } from './delete.ts';
import { referenceOf } from './reference.ts';
import { bodyOf, scriptForm, valuesOf } from './script-form.ts';
import { ScriptEditor, type ScriptEditorHandle } from './shared/editor/script-editor.tsx';
import { ReferencePanel } from './shared/reference-panel.tsx';
import { useSaveKey } from './shared/save-key.ts';
import classes from './shared/script.module.css';
import { type PanelId, SidePanels } from './shared/side-panels.tsx';
import { VariablesPanel } from './shared/variables-panel.tsx';
import { TestPanel } from './test-panel.tsx';
import { useTestRun } from './test-run.ts';

type ScriptWorkspaceProps = { tokenType: CustomTokenType; stored: CustomJwt | undefined };

/** The script on the left; samples, variables and reference on the right. */
export function ScriptWorkspace({ tokenType, stored }: ScriptWorkspaceProps) {
  const { t } = useTranslation();
  const go = useGo();
  const editor = useRef<ScriptEditorHandle>(null);
  const [panel, setPanel] = useState<PanelId>('test');
  const schema = useMemo(() => scriptForm(tokenType), [tokenType]);
  const resolver = useMemo(() => schemaResolver(schema), [schema]);
  const storedValues = useCallback((one: CustomJwt | undefined) => valuesOf(tokenType, one), [tokenType]);
  const form = useForm({ resolver, defaultValues: storedValues(stored) });
  const { control, reset, formState } = form;
  const { isDirty, isSubmitting, submitCount } = formState;
  const script = useController({ control, name: 'script' });
  const variables = useWatch({ control, name: 'variables' });
  const names = variables
    .map(({ name }) => name.trim())
    .filter(Boolean)
    .join(' ');
  const entries = useMemo(() => referenceOf(tokenType, names ? names.split(' ') : []), [tokenType, names]);

  const write = useWrite(customJwtApi.save, { quiet: true });
  const save = useSubmit(form, async (values) => {
    const sent = structuredClone(form.getValues());
    const saved = await write.mutateAsync({ params: { tokenTypePath: tokenType }, body: bodyOf(values) });
    startAgain(form, sent, valuesOf(tokenType, saved));
    showSuccess(t(stored ? 'states.saved' : 'customJwt.created'));
    if (!stored) {
      await go(customJwtScriptPath, { tokenType, action: 'edit' }, { replace: true, force: true });
    }
  });
  const remove = useDeleteScript(() => go(customJwtPath, {}, { force: true }));
  const showErrors = () => {
    if (form.getFieldState('variables').invalid) {
      setPanel('variables');
    } else if (form.getFieldState('tokenSample').invalid || form.getFieldState('contextSample').invalid) {
      setPanel('test');
    }
  };
  const test = useTestRun(form, schema, tokenType, showErrors);
  const run = () => {
    setPanel('test');
    void test.run();
  };

  useStoredValues(form, stored, storedValues);
  useEffect(() => editor.current?.mark(test.report?.failure), [test.report]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new attempt to save moves the panels
  useEffect(showErrors, [submitCount]);
  useSaveKey(stored === undefined && !isSubmitting, save);
  useUnsavedGuard(isDirty);

  return (
    <form onSubmit={save} noValidate>
      <PageHeader
        title={t(`customJwt.tokens.${tokenType}.title`)}
        purpose={t(`customJwt.tokens.${tokenType}.help`)}
        actions={
          stored ? (
            <Button variant="danger" onClick={() => void remove(tokenType)}>
              {t('actions.delete')}
            </Button>
          ) : (
            <BusyButton type="submit" busy={isSubmitting}>
              {t('customJwt.createSubmit')}
            </BusyButton>
          )
        }
      />
      <div className={classes.workspace}>
        <div className={classes.main}>
          <ScriptEditor
            ref={editor}
            label={t('customJwt.script.label')}
            value={script.field.value}
            onChange={script.field.onChange}
            onBlur={script.field.onBlur}
            onRun={run}
            entries={entries}
            invalid={script.fieldState.invalid}
          />
          {script.fieldState.error?.message && (
            <div className={classes.scriptError} role="alert">
              <FieldError message={script.fieldState.error.message} />
            </div>
          )}
          <div className={classes.block}>
            <SwitchField
              control={control}
              name="blockIssuanceOnError"
              label={t('customJwt.script.block')}
              help={t('customJwt.script.blockHelp')}
            />
          </div>
        </div>
        <SidePanels
          panel={panel}
          onPanel={setPanel}
          variableCount={variables.length}
          contents={{
            test: (
              <TestPanel
                control={control}
                test={test}
                onRun={run}
                onReveal={(failure) => editor.current?.reveal(failure)}
              />
            ),
            variables: <VariablesPanel control={control} />,
            reference: (
              <ReferencePanel
                entries={entries}
                help={t('customJwt.reference.help')}
                failure={t('customJwt.reference.failure')}
                docs="custom-jwt"
              />
            ),
          }}
        />
      </div>
      <SaveBar
        // A new script has its own save button at the top.
        changes={stored && isDirty ? Math.max(1, dirtyCount(form)) : 0}
        saving={isSubmitting}
        isChangedElsewhere={isChangedElsewhere(form)}
        onSave={() => void save()}
        onDiscard={() => reset()}
      />
    </form>
  );
}
