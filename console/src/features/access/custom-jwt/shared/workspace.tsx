import { Button } from '@mantine/core';
import type { ScriptFailure } from '@postern/contracts/access/scripts';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import {
  type Control,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useController,
  useWatch,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { SaveBar } from '#platform/detail/save-bar.tsx';
import { useUnsavedGuard } from '#platform/detail/unsaved-guard.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { dirtyCount } from '#platform/form/dirty-count.ts';
import { FieldError } from '#platform/form/field-error.tsx';
import { isChangedElsewhere, useStoredValues } from '#platform/form/stored-values.ts';
import { startAgain, useSubmit } from '#platform/form/submit.ts';
import { PageHeader } from '#platform/page/page-header.tsx';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { ScriptEditor, type ScriptEditorHandle } from './editor/script-editor.tsx';
import type { Entry } from './entries.ts';
import { ReferencePanel } from './reference-panel.tsx';
import { useSaveKey } from './save-key.ts';
import classes from './script.module.css';
import { type PanelId, SidePanels } from './side-panels.tsx';
import { TestPanel } from './test-panel.tsx';
import { useTestRun } from './test-run.ts';
import type { VariableValues } from './variables.ts';
import { VariablesPanel } from './variables-panel.tsx';

/** What every form of a script has. */
type ScriptFields = VariableValues & { script: string };

type Report = { failure?: ScriptFailure | undefined };

type WorkspaceProps<Values extends FieldValues & ScriptFields, Output, Stored, Tested extends Report> = {
  form: UseFormReturn<Values, unknown, Output>;
  schema: z.ZodType<Output, Values>;
  stored: Stored | undefined;
  /** The same function at each render. */
  valuesOf: (stored: Stored | undefined) => Values;
  save: (values: Output) => Promise<Stored>;
  /** After a new script was saved. */
  onCreated: () => unknown;
  onDelete: () => unknown;
  title: string;
  purpose: string;
  /** The switches below the script. */
  children: ReactNode;
  /** The values that a script can use, with these names of variables. The same function at each render. */
  referenceOf: (variables: readonly string[]) => readonly Entry[];
  reference: { help: string; failure: string; docs: string };
  test: {
    help: string;
    /** The fields of its samples. */
    names: readonly Path<Values>[];
    fields: ReactNode;
    send: (values: Output) => Promise<Tested>;
    isSending: boolean;
    show: (report: Tested, onReveal: (failure: ScriptFailure) => void) => ReactNode;
  };
};

/** The script and its switches on the left; samples, variables and reference on the right. */
export function Workspace<Values extends FieldValues & ScriptFields, Output, Stored, Tested extends Report>(
  props: WorkspaceProps<Values, Output, Stored, Tested>,
) {
  const { t } = useTranslation();
  const { form, stored, valuesOf, referenceOf, test } = props;
  const editor = useRef<ScriptEditorHandle>(null);
  const [panel, setPanel] = useState<PanelId>('test');
  const { isDirty, isSubmitting, submitCount } = form.formState;
  // Only the fields that every script has are used here.
  const control = form.control as unknown as Control<ScriptFields>;
  const script = useController({ control, name: 'script' });
  const variables = useWatch({ control, name: 'variables' });
  const names = variables
    .map(({ name }) => name.trim())
    .filter(Boolean)
    .join(' ');
  const entries = useMemo(() => referenceOf(names ? names.split(' ') : []), [referenceOf, names]);

  const save = useSubmit(form, async (values) => {
    const sent = structuredClone(form.getValues());
    startAgain(form, sent, valuesOf(await props.save(values)));
    showSuccess(t(stored ? 'states.saved' : 'customJwt.created'));
    if (!stored) {
      await props.onCreated();
    }
  });
  const showErrors = () => {
    const isInvalid = (name: Path<Values>) => form.getFieldState(name).invalid;
    if (isInvalid('variables' as Path<Values>)) {
      setPanel('variables');
    } else if (test.names.some(isInvalid)) {
      setPanel('test');
    }
  };
  const { run: runTest, report } = useTestRun(form, props.schema, test, showErrors);
  const run = () => {
    setPanel('test');
    void runTest();
  };

  useStoredValues(form, stored, valuesOf);
  useEffect(() => editor.current?.mark(report?.failure), [report]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new attempt to save moves the panels
  useEffect(showErrors, [submitCount]);
  useSaveKey(stored === undefined && !isSubmitting, save);
  useUnsavedGuard(isDirty);

  return (
    <form onSubmit={save} noValidate>
      <PageHeader
        title={props.title}
        purpose={props.purpose}
        actions={
          stored ? (
            <Button variant="danger" onClick={() => void props.onDelete()}>
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
          {props.children}
        </div>
        <SidePanels
          panel={panel}
          onPanel={setPanel}
          variableCount={variables.length}
          contents={{
            test: (
              <TestPanel
                help={test.help}
                isRunning={test.isSending}
                onRun={run}
                result={report && test.show(report, (failure) => editor.current?.reveal(failure))}
              >
                {test.fields}
              </TestPanel>
            ),
            variables: <VariablesPanel control={form.control} />,
            reference: <ReferencePanel entries={entries} {...props.reference} />,
          }}
        />
      </div>
      <SaveBar
        // A new script has its own save button at the top.
        changes={stored && isDirty ? Math.max(1, dirtyCount(form)) : 0}
        saving={isSubmitting}
        isChangedElsewhere={isChangedElsewhere(form)}
        onSave={() => void save()}
        onDiscard={() => form.reset()}
      />
    </form>
  );
}
