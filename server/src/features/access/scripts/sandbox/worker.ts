// A thread that runs scripts of tenants, one at a time, in an engine compiled to WebAssembly. It has no environment
// variables and communicates with the rest of the product only through messages.
import { parentPort, workerData } from 'node:worker_threads';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, type QuickJSSyncVariant } from 'quickjs-emscripten-core';
import { answerRun, beginRun, type Run } from './evaluate.ts';
import type { FromSandbox, SandboxLimits, ToSandbox } from './messages.ts';

/** Above this size the thread is replaced after a run, because WebAssembly memory never shrinks. */
const maxKeptBytes = 40 * 1024 * 1024;

const port = parentPort;
if (!port) {
  throw new Error('This file runs in a thread.');
}
const post = (message: FromSandbox) => port.postMessage(message);
// The package's types describe only its CommonJS form.
const engine = await newQuickJSWASMModuleFromVariant(variant as unknown as QuickJSSyncVariant);
const limits = workerData as SandboxLimits;

let current: Run | undefined;
port.on('message', (message: ToSandbox) => {
  if (message.kind !== 'run') {
    if (current?.id === message.run) {
      answerRun(current, message);
    }
    return;
  }
  const { run } = message;
  current = beginRun(engine, limits, message, {
    fetch: (call, request) => post({ kind: 'fetch', run, call, request }),
    done: (outcome, isBroken) => {
      const isSpent = isBroken || engine.getWasmMemory().buffer.byteLength > maxKeptBytes;
      post({ kind: 'done', run, outcome, isSpent });
    },
  });
});
post({ kind: 'ready' });
