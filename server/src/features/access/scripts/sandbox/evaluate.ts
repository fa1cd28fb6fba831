import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { explain, scriptFile, type ThrownError } from './explain.ts';
import { guestSource } from './guest.ts';
import type { Outcome, SandboxLimits, ScriptRequest, ToSandbox } from './messages.ts';

type Order = Extract<ToSandbox, { kind: 'run' }>;
type Answer = Exclude<ToSandbox, Order>;

type Outside = {
  fetch(call: number, request: ScriptRequest): void;
  /** `isBroken`: the engine may be damaged. */
  done(outcome: Outcome, isBroken: boolean): void;
};

/** One evaluation with its own runtime and context, which are disposed of afterwards. */
export type Run = {
  id: number;
  runtime: QuickJSRuntime;
  vm: QuickJSContext;
  limits: SandboxLimits;
  outside: Outside;
  collectsOutput: boolean;
  deadline: number;
  timer: NodeJS.Timeout | undefined;
  /** Pending requests, by number. */
  calls: Map<number, ReturnType<QuickJSContext['newPromise']>>;
  lastCall: number;
  kept: QuickJSHandle[];
  describe: QuickJSHandle | undefined;
  outcome: Outcome;
  isOver: boolean;
};

const jobsAtOnce = 1000;
const interrupted: ThrownError = { name: 'InternalError', message: 'interrupted', stack: '' };
const thrownText = (message: string): ThrownError => ({ name: '', message, stack: '' });

function end(run: Run, isBroken = false): void {
  if (run.isOver) {
    return;
  }
  run.isOver = true;
  run.outcome.milliseconds = performance.now() - (run.deadline - run.limits.milliseconds);
  clearTimeout(run.timer);
  let isSpent = isBroken;
  try {
    for (const disposable of [...run.calls.values(), ...run.kept, run.vm, run.runtime]) {
      disposable.dispose();
    }
  } catch {
    // The outcome is valid, but the receiver must not use this engine again.
    isSpent = true;
  }
  run.outside.done(run.outcome, isSpent);
}

function fail(run: Run, error: ThrownError, isBroken = false): void {
  if (run.outcome.result === undefined) {
    run.outcome.failure ??= explain(error, run.limits);
  }
  end(run, isBroken);
}

/** Describes an error of the script. This may fail itself when memory or time is used up. */
function describeError({ vm, kept, describe, deadline }: Run, error: QuickJSHandle): ThrownError {
  kept.push(error);
  const described = describe && vm.callFunction(describe, vm.undefined, error);
  if (!described || described.error) {
    described?.error?.dispose();
    return performance.now() > deadline ? interrupted : { ...interrupted, message: 'out of memory' };
  }
  kept.push(described.value);
  return readError(vm.getString(described.value));
}

function keep(run: Run, result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle | undefined {
  if (result.error) {
    fail(run, describeError(run, result.error));
    return undefined;
  }
  run.kept.push(result.value);
  return result.value;
}

/** Enforces the limits here, so that a script cannot fill the memory of the thread that responds. */
function startFetch(run: Run, text: string): QuickJSHandle {
  const { vm, limits, calls, outside } = run;
  const promise = vm.newPromise();
  run.lastCall += 1;
  calls.set(run.lastCall, promise);
  const refusal =
    run.lastCall > limits.requests
      ? `a script may make ${limits.requests} requests`
      : text.length > limits.requestCharacters
        ? `the request is longer than ${limits.requestCharacters} characters`
        : undefined;
  if (refusal === undefined) {
    outside.fetch(run.lastCall, JSON.parse(text));
  } else {
    finishCall(run, run.lastCall, (call) => call.reject, refusal);
  }
  return promise.handle;
}

type Call = ReturnType<QuickJSContext['newPromise']>;

function finishCall(run: Run, number: number, how: (call: Call) => Call['resolve'], text: string): void {
  const call = run.calls.get(number);
  if (call) {
    const handle = run.vm.newString(text);
    how(call)(handle);
    handle.dispose();
  }
}

function print({ collectsOutput, outcome: { output }, limits }: Run, level: string, text: string): void {
  const used = output.reduce((sum, line) => sum + line.text.length, 0);
  if (collectsOutput && output.length < limits.outputLines && used < limits.outputCharacters) {
    output.push({ level: level as 'log', text: text.slice(0, limits.lineCharacters) });
  }
}

const textOf = (value: unknown, most: number) => (typeof value === 'string' ? value.slice(0, most) : '');

/** A script can change the methods with which the guest shortens texts, so they are checked and shortened here. */
function readError(json: string): ThrownError {
  const { name, message, stack }: Record<string, unknown> = JSON.parse(json);
  return { name: textOf(name, 100), message: textOf(message, 1000), stack: textOf(stack, 2000) };
}

/** In the order of the guest's parameters. */
function hostFunctions(run: Run): QuickJSHandle[] {
  const { vm, outcome, limits, kept } = run;
  const works: ((one: string, two: string) => QuickJSHandle | undefined)[] = [
    (request) => startFetch(run, request),
    (level, text) => void print(run, level, text),
    (message) => {
      outcome.denied ??= message.slice(0, 500);
      return undefined;
    },
    (result) => {
      outcome.result = result;
      return undefined;
    },
    (error) => {
      outcome.failure = explain(readError(error), limits);
      return undefined;
    },
  ];
  return works.map((work, index) => {
    const handle = vm.newFunction(`host${index}`, (one, two) =>
      work(one ? vm.getString(one) : '', two ? vm.getString(two) : ''),
    );
    kept.push(handle);
    return handle;
  });
}

/** Runs pending jobs. The script ends when it reports so, or when nothing is left that could resume it. */
function pump(run: Run): void {
  const { runtime, outcome } = run;
  while (!run.isOver && runtime.hasPendingJob()) {
    const result = runtime.executePendingJobs(jobsAtOnce);
    if (result.error) {
      fail(run, describeError(run, result.error));
    } else if (performance.now() > run.deadline) {
      fail(run, interrupted);
    }
  }
  if (outcome.result !== undefined || outcome.failure) {
    end(run);
  } else if (run.lastCall === 0 || [...run.calls.values()].every(({ alive }) => !alive)) {
    fail(run, thrownText('The script waits for a promise that never resolves.'));
  }
}

function evaluate(run: Run, { script, argument, scriptKind: { entry: name, makesClaims } }: Order): void {
  const { vm, kept, limits } = run;
  const guest = keep(run, vm.evalCode(guestSource, 'guest.js'));
  const texts = [
    vm.newString(argument),
    vm.newNumber(limits.resultCharacters),
    vm.newString(name),
    vm.newNumber(makesClaims ? 1 : 0),
  ];
  kept.push(...texts);
  const tools = guest && keep(run, vm.callFunction(guest, vm.undefined, ...hostFunctions(run), ...texts));
  if (!tools) {
    return;
  }
  run.describe = vm.getProp(tools, 'describe');
  const start = vm.getProp(tools, 'run');
  kept.push(run.describe, start);
  if (!keep(run, vm.evalCode(script, scriptFile))) {
    return;
  }
  const entry = keep(
    run,
    // The name is one of ours.
    vm.evalCode(`typeof ${name} === 'function' ? ${name} : null`, 'entry.js'),
  );
  if (!entry) {
    return;
  }
  if (vm.typeof(entry) !== 'function') {
    fail(run, thrownText(`The script must define a function named ${name}.`));
  } else if (keep(run, vm.callFunction(start, vm.undefined, entry))) {
    pump(run);
  }
}

/** After an exception of the engine itself, such as a native stack overflow, the engine cannot be trusted. */
function guarded(run: Run, work: () => void): void {
  try {
    work();
  } catch {
    fail(run, { ...interrupted, message: 'stack overflow' }, true);
  }
}

export function beginRun(engine: QuickJSWASMModule, limits: SandboxLimits, order: Order, outside: Outside): Run {
  const deadline = performance.now() + limits.milliseconds;
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(limits.memoryBytes);
  runtime.setMaxStackSize(limits.stackBytes);
  runtime.setInterruptHandler(() => performance.now() > deadline);
  const run: Run = {
    id: order.run,
    runtime,
    vm: runtime.newContext(),
    limits,
    outside,
    collectsOutput: order.collectsOutput,
    deadline,
    timer: undefined,
    calls: new Map(),
    lastCall: 0,
    kept: [],
    describe: undefined,
    outcome: { output: [], milliseconds: 0 },
    isOver: false,
  };
  run.timer = setTimeout(() => fail(run, interrupted), limits.milliseconds);
  guarded(run, () => evaluate(run, order));
  return run;
}

/** A response from outside resumes the script. */
export function answerRun(run: Run, answer: Answer): void {
  guarded(run, () => {
    if (run.isOver) {
      return;
    }
    if (answer.kind === 'answer') {
      finishCall(run, answer.call, (call) => call.resolve, JSON.stringify(answer.response));
    } else {
      finishCall(run, answer.call, (call) => call.reject, answer.message);
    }
    pump(run);
  });
}
