import { scriptLimits, variableNamePattern } from '@postern/contracts/access/scripts';
import i18next from 'i18next';
import { z } from 'zod';

const Variable = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(scriptLimits.variableNameCharacters)
    .refine((name) => variableNamePattern.test(name), { error: () => i18next.t('customJwt.variables.wrongName') }),
  value: z.string().max(scriptLimits.variableCharacters),
});

/** Names and values in a form. */
export const Variables = z.array(Variable).check(({ value, issues }) => {
  const names = value.map(({ name }) => name);
  names.forEach((name, row) => {
    if (names.indexOf(name) < row) {
      const message = i18next.t('customJwt.variables.duplicate');
      issues.push({ code: 'custom', path: [row, 'name'], message, input: name });
    }
  });
});

type Variable = z.output<typeof Variable>;
export type VariableValues = { variables: Variable[] };

export const listVariables = (stored: Record<string, string> = {}): Variable[] =>
  Object.entries(stored).map(([name, value]) => ({ name, value }));

export const readVariables = (variables: readonly Variable[]): Record<string, string> =>
  Object.fromEntries(variables.map(({ name, value }) => [name, value]));
