import { type CustomTokenType, customJwtApi, type TestReport } from '@postern/contracts/access/custom-jwt';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { showFailure } from '#platform/client/show-failure.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { type ScriptOutput, type ScriptValues, type scriptForm, testOf } from './script-form.ts';

export type TestRun = { run: () => Promise<void>; isRunning: boolean; report: TestReport | undefined };

/** Runs the current form values, saved or not. */
export function useTestRun(
  form: UseFormReturn<ScriptValues, unknown, ScriptOutput>,
  schema: ReturnType<typeof scriptForm>,
  tokenType: CustomTokenType,
  onInvalid: () => void,
): TestRun {
  const [report, setReport] = useState<TestReport>();
  const send = useWrite(customJwtApi.testReport, { quiet: true });
  const run = async () => {
    if (send.isPending) {
      return;
    }
    const values = schema.safeParse(form.getValues());
    if (!values.success) {
      // Shows the errors at their fields.
      await form.trigger(undefined, { shouldFocus: true });
      onInvalid();
      return;
    }
    try {
      setReport(await send.mutateAsync({ body: testOf(tokenType, values.data) }));
    } catch (error) {
      setReport(undefined);
      showFailure(error);
    }
  };
  return { run, isRunning: send.isPending, report };
}
