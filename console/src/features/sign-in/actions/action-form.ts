import { type Action, type ActionType, type BodyOfSave, SaveAction } from '@postern/contracts/sign-in/actions';
import { z } from 'zod';
import { listVariables, readVariables, Variables } from '#features/access/custom-jwt/shared/variables.ts';
import { jsonObjectText } from '#platform/form/json-object.ts';
import { defaultScript } from './default-script.ts';
import { eventSamples } from './samples.ts';

export const ActionForm = z.object({
  script: SaveAction.shape.script,
  variables: Variables,
  event: jsonObjectText,
  enabled: z.boolean(),
  allowsOnError: z.boolean(),
});
export type ActionValues = z.input<typeof ActionForm>;
export type ActionOutput = z.output<typeof ActionForm>;

export function valuesOf(type: ActionType, stored: Action | undefined): ActionValues {
  return {
    script: stored?.script ?? defaultScript(type),
    variables: listVariables(stored?.environmentVariables),
    event: JSON.stringify(stored?.contextSample ?? eventSamples[type], null, 2),
    enabled: stored?.enabled ?? false,
    allowsOnError: stored?.onExecutionError === 'allow',
  };
}

export const bodyOf = ({ script, variables, event, enabled, allowsOnError }: ActionOutput): BodyOfSave => ({
  script,
  environmentVariables: readVariables(variables),
  contextSample: event,
  enabled,
  onExecutionError: allowsOnError ? 'allow' : 'block',
});

export const testOf = (actionType: ActionType, { script, variables, event }: ActionOutput) => ({
  actionType,
  script,
  event,
  environmentVariables: readVariables(variables),
});
