import type { ScriptFailure, ScriptOutput } from '@postern/contracts/access/scripts';

/** Settings that the sandbox gets when its thread starts. */
export type SandboxLimits = {
  milliseconds: number;
  memoryBytes: number;
  stackBytes: number;
  resultCharacters: number;
  requests: number;
  requestCharacters: number;
  outputLines: number;
  lineCharacters: number;
  outputCharacters: number;
};

export type ScriptRequest = { url: string; method: string; headers: Record<string, string>; body?: string };
export type ScriptResponse = {
  url: string;
  status: number;
  statusText: string;
  headers: [string, string][];
  body: string;
};

/** How scripts of a kind are called. */
export type ScriptKind = {
  /** The name of the function that the script defines. */
  entry: string;
  /** The function gets `api.denyAccess`, and returns a plain object. Without it, it returns any JSON or nothing. */
  makesClaims: boolean;
};

export type ToSandbox =
  | { kind: 'run'; run: number; script: string; argument: string; collectsOutput: boolean; scriptKind: ScriptKind }
  | { kind: 'answer'; run: number; call: number; response: ScriptResponse }
  | { kind: 'refusal'; run: number; call: number; message: string };

/** `result` is JSON from the script, or empty if it returned undefined. It is parsed outside, where no code of the script runs. */
export type Outcome = {
  result?: string;
  denied?: string;
  failure?: ScriptFailure;
  output: ScriptOutput[];
  /** The duration of the script, without waiting for a thread. */
  milliseconds: number;
};

export type FromSandbox =
  | { kind: 'ready' }
  | { kind: 'fetch'; run: number; call: number; request: ScriptRequest }
  /** `isSpent`: do not reuse the thread, because its memory has grown or its engine cannot be trusted. */
  | { kind: 'done'; run: number; outcome: Outcome; isSpent: boolean };
