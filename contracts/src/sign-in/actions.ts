import { z } from 'zod';
import { EnvironmentVariables, Script, ScriptFailure, ScriptOutput } from '../access/scripts.ts';
import { endpoint } from '../endpoint.ts';
import { maxCustomDataLength } from '../fields.ts';

/** In the order of a sign-in. */
export const actionTypes = ['postFirstFactorVerification', 'postSignIn'] as const;
export type ActionType = (typeof actionTypes)[number];

export const actionKeys = {
  postFirstFactorVerification: 'action.postFirstFactorVerification',
  postSignIn: 'action.postSignIn',
} as const satisfies Record<ActionType, string>;

/** Both names of an action are accepted. */
const namedTypes = [...actionTypes, ...Object.values(actionKeys)] as const;
export const NamedActionType = z.enum(namedTypes);

export const actionTypeOf = (named: z.infer<typeof NamedActionType>): ActionType =>
  named === actionKeys.postSignIn || named === 'postSignIn' ? 'postSignIn' : 'postFirstFactorVerification';

/** What happens to a sign-in whose script fails. Only scripts after the sign-in can let it go on. */
export const ErrorPolicy = z.enum(['block', 'allow']);
export type ErrorPolicy = z.infer<typeof ErrorPolicy>;

const contextSample = z
  .unknown()
  .refine((sample) => (JSON.stringify(sample) ?? '').length <= maxCustomDataLength, 'The sample is too long.')
  .optional();

export const SaveAction = z.strictObject({
  script: Script,
  environmentVariables: EnvironmentVariables.optional(),
  contextSample,
  enabled: z.boolean().optional(),
  onExecutionError: ErrorPolicy.optional(),
});

export type BodyOfSave = z.infer<typeof SaveAction>;

export const Action = z.object({
  script: z.string(),
  environmentVariables: z.record(z.string(), z.string()).optional(),
  contextSample: z.unknown().optional(),
  enabled: z.boolean().optional(),
  onExecutionError: ErrorPolicy.optional(),
});
export type Action = z.infer<typeof Action>;

export const TestAction = z.strictObject({
  script: Script,
  actionType: NamedActionType,
  /** Any JSON. */
  event: z.unknown().refine((event) => event !== undefined, 'The event is missing.'),
  environmentVariables: EnvironmentVariables.optional(),
});
export type TestAction = z.infer<typeof TestAction>;

/** What the sign-in would do with the result of a script. */
export const ActionVerdict = z.enum(['continue', 'createUser', 'updateUser', 'refuse']);
export type ActionVerdict = z.infer<typeof ActionVerdict>;

/** The full result of a test. */
export const ActionReport = z.object({
  /** Missing if the script returned nothing, or failed. */
  result: z.unknown().optional(),
  /** Missing if the script failed: then its error policy decides. */
  verdict: ActionVerdict.optional(),
  failure: ScriptFailure.optional(),
  output: z.array(ScriptOutput),
  milliseconds: z.number(),
});
export type ActionReport = z.infer<typeof ActionReport>;

const TypePath = z.object({ actionType: NamedActionType });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Actions' } as const;
const quota = ['actionsEnabled'] as const;
const storing = ['guard.invalid_input', 'auth.forbidden', 'vault.not_configured', 'vault.unreadable'] as const;

export const actionsApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/configs/actions',
    summary: 'List the scripts that take part in sign-ins.',
    response: z.array(z.object({ key: z.enum(Object.values(actionKeys)), value: Action })),
    errors: ['vault.unreadable'],
    withheld: ['environmentVariables'],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/configs/actions/:actionType',
    summary: 'Get the script for a moment of a sign-in.',
    params: TypePath,
    response: Action,
    errors: ['entity.not_exists_with_id', 'vault.unreadable'],
    withheld: ['environmentVariables'],
  }),
  save: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/configs/actions/:actionType',
    quota,
    summary: 'Create or replace the script for a moment of a sign-in. Returns 201 the first time.',
    params: TypePath,
    body: SaveAction,
    response: Action,
    status: [200, 201],
    errors: storing,
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/configs/actions/:actionType',
    quota,
    summary: 'Update the script for a moment of a sign-in.',
    params: TypePath,
    body: SaveAction.partial(),
    response: Action,
    errors: ['entity.not_exists_with_id', ...storing],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/configs/actions/:actionType',
    summary: 'Delete the script for a moment of a sign-in.',
    params: TypePath,
    errors: ['entity.not_exists_with_id'],
  }),
  test: endpoint({
    ...common,
    method: 'POST',
    path: '/api/configs/actions/test',
    summary: 'Run a script with a sample event. Returns its result, or 204 if it returns nothing. Nothing is stored.',
    body: TestAction,
    response: z.unknown().optional(),
    status: [200, 204],
    errors: ['action.general'],
  }),
  testReport: endpoint({
    ...common,
    method: 'POST',
    path: '/api/configs/actions/test/report',
    summary: 'Run a script with a sample event. Returns its result, output and duration. Nothing is stored.',
    body: TestAction,
    response: ActionReport,
  }),
} as const;
