import type { MfaFactor } from '@postern/contracts/experience/sign-in-experience';
import i18next from 'i18next';
import { useRef } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useExperience } from '../shared/experience-form.ts';
import { type Channels, type MethodsValues, valuesOf } from './methods-form.ts';
import { deriveValues, findProblems } from './rules.ts';

/** Validates the form values against the stored ones. */
function schemaFor(stored: MethodsValues, can: { channels: Channels; factors: readonly MfaFactor[] }) {
  return z.custom<MethodsValues>().check(({ value, issues }) => {
    for (const { path, reason } of findProblems(value, stored, can)) {
      issues.push({
        code: 'custom',
        path: path.split('.'),
        message: i18next.t(`signInMethods.problems.${reason}`),
        input: value,
      });
    }
  });
}

export type MethodsForm = ReturnType<typeof useMethodsForm>;

/** The form of the tab. `change` updates interdependent values and derives the others at once. */
export function useMethodsForm(channels: Channels) {
  const experience = useExperience();
  const { factors } = experience.mfa;
  const stored = valuesOf(experience, channels);
  const form = useForm<MethodsValues, unknown, MethodsValues>({
    resolver: schemaResolver(schemaFor(stored, { channels, factors })),
    defaultValues: stored,
  });
  const { control } = form;
  const fields = {
    signUpIdentifiers: useController({ control, name: 'signUpIdentifiers' }),
    signUpPassword: useController({ control, name: 'signUpPassword' }),
    methods: useController({ control, name: 'methods' }),
    forgotPassword: useController({ control, name: 'forgotPassword' }),
  };
  // What the person changed since the form was clean; the other fields follow.
  const edited = useRef(new Set<string>());
  if (!form.formState.isDirty) {
    edited.current.clear();
  }
  const change = (part: Partial<Pick<MethodsValues, keyof typeof fields>>) => {
    for (const name of Object.keys(part)) {
      edited.current.add(name);
    }
    const next = deriveValues({ ...form.getValues(), ...part }, factors);
    fields.signUpIdentifiers.field.onChange(next.signUpIdentifiers);
    fields.signUpPassword.field.onChange(next.signUpPassword);
    fields.methods.field.onChange(next.methods);
    fields.forgotPassword.field.onChange(next.forgotPassword);
  };
  const values: MethodsValues = { ...form.getValues(), ...useWatch({ control }) } as MethodsValues;
  const following = (Object.keys(fields) as (keyof typeof fields)[]).filter((name) => !edited.current.has(name));
  return { form, fields, values, stored, change, factors, following };
}
