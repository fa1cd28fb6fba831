import type { ScriptFailure, ScriptOutput } from '@postern/contracts/access/custom-jwt';

/** What the sandbox needs to know once, when its thread starts. */
export type SandboxLimits = {
  milliseconds: number;
  memoryBytes: number;
  stackBytes: number;
  resultCharacters: number;
  requests: number;
  requestCharacters: number;
  outputLines: number;
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

export type ToSandbox =
  | { kind: 'run'; run: number; script: string; argument: string; collectsOutput: boolean }
  | { kind: 'answer'; run: number; call: number; response: ScriptResponse }
  | { kind: 'refusal'; run: number; call: number; message: string };

/** `result` is JSON that the script made: it is parsed outside, where nothing of the script runs. */
export type Outcome = {
  result?: string;
  denied?: string;
  failure?: ScriptFailure;
  output: ScriptOutput[];
  /** What the script took, without waiting for a thread. */
  milliseconds: number;
};

export type FromSandbox =
  | { kind: 'ready' }
  | { kind: 'fetch'; run: number; call: number; request: ScriptRequest }
  /** `isSpent`: the thread should not be used again, because its memory has grown or its engine is in doubt. */
  | { kind: 'done'; run: number; outcome: Outcome; isSpent: boolean };
