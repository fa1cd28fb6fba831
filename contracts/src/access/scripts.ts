import { z } from 'zod';

/** Limits of the scripts of a tenant; also shown in the console and the documentation. */
export const scriptLimits = {
  scriptCharacters: 65_536,
  variables: 100,
  variableNameCharacters: 128,
  variableCharacters: 8192,
  milliseconds: 3000,
  memoryBytes: 64 * 1024 * 1024,
  stackBytes: 256 * 1024,
  resultCharacters: 16_384,
  requests: 5,
  requestCharacters: 65_536,
  responseBytes: 262_144,
} as const;

/** Variable names that the console accepts: properties that a script can access with a dot. */
export const variableNamePattern = /^[A-Z_a-z]\w*$/;

export const EnvironmentVariables = z
  .record(z.string().min(1).max(scriptLimits.variableNameCharacters), z.string().max(scriptLimits.variableCharacters))
  .refine(
    (variables) => Object.keys(variables).length <= scriptLimits.variables,
    'There are too many variables. Remove some.',
  );

/** An empty script does nothing. */
export const Script = z.string().max(scriptLimits.scriptCharacters);

export const ScriptOutput = z.object({ level: z.enum(['log', 'info', 'warn', 'error']), text: z.string() });
export type ScriptOutput = z.infer<typeof ScriptOutput>;

export const ScriptFailure = z.object({
  message: z.string(),
  /** The position in the script, starting at 1, if known. */
  line: z.number().optional(),
  column: z.number().optional(),
});
export type ScriptFailure = z.infer<typeof ScriptFailure>;
