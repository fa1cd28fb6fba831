import { useCallback } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { explanationOf } from '../client/explain-failure.ts';
import { describeIssues, readIssues } from '../client/read-issues.ts';
import { RequestError } from '../client/request-error.ts';
import { showFailure } from '../client/show-failure.ts';
import { showError, showSuccess } from '../feedback/toast.ts';
import { placeIssues } from './place-issues.ts';
import { revealError } from './reveal-error.ts';
import { isSame } from './stored-values.ts';

/** Maps server errors to fields: by error code, and by the dotted path of an issue. */
export type Landing<Values extends FieldValues> = {
  codes?: Partial<Record<string, Path<Values>>>;
  field?: (path: string) => Path<Values> | undefined;
};

/** Shows server errors at their fields; false if there is no such field. */
function landOnFields<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  error: RequestError,
  landing: Landing<Values>,
): boolean {
  const issues = readIssues(error);
  const field = landing.codes?.[error.code ?? ''];
  if (field) {
    const [only] = issues;
    const message = explanationOf(error)?.message ?? only?.message ?? error.message;
    form.setError(field, { type: 'server', message }, { shouldFocus: true });
    return true;
  }
  const { placed, rest } = placeIssues(issues, form.getValues(), landing.field ?? (() => undefined));
  placed.forEach(({ name, message }, index) => {
    // The form has a value with this name.
    form.setError(name as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
  });
  if (placed.length > 0 && rest.length > 0) {
    showError(describeIssues(rest));
  }
  return placed.length > 0;
}

/** Submits a form; errors are shown at their field, otherwise in a toast. The write must be `quiet`. */
export function useSubmit<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  send: (values: Output) => Promise<unknown>,
  landing: Landing<Values> = {},
) {
  return useCallback(
    (event?: React.BaseSyntheticEvent) =>
      form.handleSubmit(async (values) => {
        try {
          await send(values);
        } catch (error) {
          // A failed save must never be silent: a failed token refresh throws another error type than a call.
          if (error instanceof RequestError && landOnFields(form, error, landing)) {
            revealError();
          } else {
            showFailure(error);
          }
        }
      }, revealError)(event),
    [form, send, landing],
  );
}

/** Fields that changed after they were submitted. */
const changedSince = <Values extends FieldValues>(sent: Values, current: Values) =>
  Object.keys(current).filter((name) => !isSame(current[name], sent[name]));

/** Resets to the stored values, except for fields that changed after `sent` was submitted. */
export function startAgain<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  sent: Values,
  stored: Values,
): void {
  const typed = structuredClone(form.getValues());
  form.reset(stored);
  for (const name of changedSince(sent, typed)) {
    // The names are keys of the form's own values.
    form.setValue(name as Path<Values>, typed[name] as PathValue<Values, Path<Values>>, { shouldDirty: true });
  }
}

/**
 * Saves a form that stays open, and resets it to the stored values that `send` returns. Input typed during the request
 * is kept and can be saved next. If `send` returns nothing, nothing was saved.
 */
export function useSave<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  send: (values: Output) => Promise<Values | undefined>,
  landing?: Landing<Values>,
) {
  const { t } = useTranslation();
  return useSubmit(
    form,
    async (values) => {
      const sent = structuredClone(form.getValues());
      const stored = await send(values);
      if (stored) {
        startAgain(form, sent, stored);
        showSuccess(t('states.saved'));
      }
    },
    landing,
  );
}
