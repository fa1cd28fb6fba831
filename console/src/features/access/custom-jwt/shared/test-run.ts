import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { showFailure } from '#platform/client/show-failure.ts';

type Sending<Output, Report> = { send: (values: Output) => Promise<Report>; isSending: boolean };

/** Runs the current form values, saved or not. */
export function useTestRun<Values extends FieldValues, Output, Report>(
  form: UseFormReturn<Values, unknown, Output>,
  schema: z.ZodType<Output, Values>,
  { send, isSending }: Sending<Output, Report>,
  onInvalid: () => void,
): { run: () => Promise<void>; report: Report | undefined } {
  const [report, setReport] = useState<Report>();
  const run = async () => {
    if (isSending) {
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
      setReport(await send(values.data));
    } catch (error) {
      setReport(undefined);
      showFailure(error);
    }
  };
  return { run, report };
}
