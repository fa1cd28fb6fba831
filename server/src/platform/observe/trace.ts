/** Never personal data, secrets, values of statements, or addresses with a path. */
export type Attributes = Record<string, string | number | boolean | undefined>;

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';

type RootOptions = {
  kind: SpanKind;
  attributes: Attributes;
  /** The header of the caller (W3C Trace Context). */
  traceparent?: string | undefined;
};

/** An open span. `end` may be called once. */
export type OpenSpan = {
  /** Runs work in which this is the current span. */
  within<T>(work: () => T): T;
  end(result: { name?: string; attributes?: Attributes; isError?: boolean }): void;
};

/** Records spans; `record-spans.ts` implements it and is only loaded if traces are on. */
export type Recorder = {
  /** Starts a trace, or continues that of the caller. */
  open(name: string, options: RootOptions): OpenSpan;
  /** A part of the current span. Work without a current span is not recorded. */
  run<T>(name: string, kind: SpanKind, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** Adds attributes to the current span. */
  annotate(attributes: Attributes): void;
  /** The header for a request that the current span sends. */
  traceparent(): string | undefined;
};

// One per process: the database handle and the egress guard are created without the app.
let recorder: Recorder | undefined;

export function useRecorder(next: Recorder | undefined): void {
  recorder = next;
}

/** Undefined if traces are off. Hot paths check this before they build attributes. */
export const currentRecorder = (): Recorder | undefined => recorder;

/** Runs work as a part of the current span. */
export const traced = <T>(name: string, work: () => Promise<T>, attributes: Attributes = {}): Promise<T> =>
  recorder ? recorder.run(name, 'internal', attributes, work) : work();
