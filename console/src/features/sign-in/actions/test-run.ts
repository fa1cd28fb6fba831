import { type ActionReport, type ActionType, actionsApi } from '@postern/contracts/sign-in/actions';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { showFailure } from '#platform/client/show-failure.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { ActionForm, type ActionOutput, type ActionValues, testOf } from './action-form.ts';

export type TestRun = { run: () => Promise<void>; isRunning: boolean; report: ActionReport | undefined };

/** Runs the current form values, saved or not. */
export function useTestRun(
  form: UseFormReturn<ActionValues, unknown, ActionOutput>,
  type: ActionType,
  onInvalid: () => void,
): TestRun {
  const [report, setReport] = useState<ActionReport>();
  const send = useWrite(actionsApi.testReport, { quiet: true });
  const run = async () => {
    if (send.isPending) {
      return;
    }
    const values = ActionForm.safeParse(form.getValues());
    if (!values.success) {
      // Shows the errors at their fields.
      await form.trigger(undefined, { shouldFocus: true });
      onInvalid();
      return;
    }
    try {
      setReport(await send.mutateAsync({ body: testOf(type, values.data) }));
    } catch (error) {
      setReport(undefined);
      showFailure(error);
    }
  };
  return { run, isRunning: send.isPending, report };
}
