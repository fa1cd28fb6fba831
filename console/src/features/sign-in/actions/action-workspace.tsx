import { Button } from '@mantine/core';
import { type Action, type ActionType, actionsApi } from '@postern/contracts/sign-in/actions';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ScriptEditor, type ScriptEditorHandle } from '#features/access/custom-jwt/shared/editor/script-editor.tsx';
import { ReferencePanel } from '#features/access/custom-jwt/shared/reference-panel.tsx';
import { useSaveKey } from '#features/access/custom-jwt/shared/save-key.ts';
import classes from '#features/access/custom-jwt/shared/script.module.css';
import { type PanelId, SidePanels } from '#features/access/custom-jwt/shared/side-panels.tsx';
import { VariablesPanel } from '#features/access/custom-jwt/shared/variables-panel.tsx';
import { actionPath, actionsPath } from '#paths/actions.ts';
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
import { ActionForm, bodyOf, valuesOf } from './action-form.ts';
import { useDeleteAction } from './delete.ts';
import { referenceOf } from './reference.ts';
import { TestPanel } from './test-panel.tsx';
import { useTestRun } from './test-run.ts';

const resolver = schemaResolver(ActionForm);

type ActionWorkspaceProps = { type: ActionType; stored: Action | undefined };

/** The script and its switches on the left; sample, variables and reference on the right. */
export function ActionWorkspace({ type, stored }: ActionWorkspaceProps) {
  const { t } = useTranslation();
  const go = useGo();
  const editor = useRef<ScriptEditorHandle>(null);
  const [panel, setPanel] = useState<PanelId>('test');
  const storedValues = useCallback((one: Action | undefined) => valuesOf(type, one), [type]);
  const form = useForm({ resolver, defaultValues: storedValues(stored) });
  const { control, reset, formState } = form;
  const { isDirty, isSubmitting, submitCount } = formState;
  const script = useController({ control, name: 'script' });
  const variables = useWatch({ control, name: 'variables' });
  const names = variables
    .map(({ name }) => name.trim())
    .filter(Boolean)
    .join(' ');
  const entries = useMemo(() => referenceOf(type, names ? names.split(' ') : []), [type, names]);

  const write = useWrite(actionsApi.save, { quiet: true });
  const save = useSubmit(form, async (values) => {
    const sent = structuredClone(form.getValues());
    const saved = await write.mutateAsync({ params: { actionType: type }, body: bodyOf(values) });
    startAgain(form, sent, valuesOf(type, saved));
    showSuccess(t(stored ? 'states.saved' : 'customJwt.created'));
    if (!stored) {
      await go(actionPath, { actionType: type, mode: 'edit' }, { replace: true, force: true });
    }
  });
  const remove = useDeleteAction(() => go(actionsPath, {}, { force: true }));
  const showErrors = () => {
    if (form.getFieldState('variables').invalid) {
      setPanel('variables');
    } else if (form.getFieldState('event').invalid) {
      setPanel('test');
    }
  };
  const test = useTestRun(form, type, showErrors);
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
        title={t(`signInActions.types.${type}.title`)}
        purpose={t(`signInActions.types.${type}.help`)}
        actions={
          stored ? (
            <Button variant="danger" onClick={() => void remove(type)}>
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
              name="enabled"
              label={t('signInActions.enabled')}
              help={t('signInActions.enabledHelp')}
            />
          </div>
          {type === 'postSignIn' && (
            <div className={classes.block}>
              <SwitchField
                control={control}
                name="allowsOnError"
                label={t('signInActions.allow')}
                help={t('signInActions.allowHelp')}
              />
            </div>
          )}
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
                help={t('signInActions.reference.help')}
                failure={t(`signInActions.reference.${type}`)}
                docs="actions"
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
