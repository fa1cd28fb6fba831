import { parseArgs } from 'node:util';

/** An error that the operator can fix, printed as one line. */
export class CliError extends Error {}

export type Input = {
  /** Options that were passed. */
  text: Record<string, string | undefined>;
  /** Flags that were passed. */
  flags: ReadonlySet<string>;
  json: boolean;
  /** Positional arguments, as many as the command declares. */
  args: string[];
  environment: Record<string, string | undefined>;
  print(line: string): void;
};

export type Command = {
  /** The words that select it, such as `tenant create`. */
  name: string;
  summary: string;
  /** Names of the positional arguments; all are required. */
  args?: string[];
  /** Options with a value, and the placeholder for the value in the usage. */
  options?: Record<string, { value: string; isRequired?: boolean }>;
  /** Options without a value. */
  flags?: string[];
  hasJson?: boolean;
  /** Additional text for `--help`. */
  details?: string;
  run(input: Input): Promise<void>;
};

export function usageOf({ name, args = [], options = {}, flags = [], hasJson }: Command): string {
  const named = Object.entries(options).map(([option, { value, isRequired }]) =>
    isRequired ? `--${option} ${value}` : `[--${option} ${value}]`,
  );
  const unnamed = [...flags, ...(hasJson ? ['json'] : [])].map((flag) => `[--${flag}]`);
  return [name, ...args.map((arg) => `<${arg}>`), ...named, ...unnamed].join(' ');
}

/** parseArgs returns several sentences; the first one is the actual error, with one exception. */
function explain(error: unknown): string {
  const { message } = error as Error;
  const ambiguous = /^Option '(.+)' argument is ambiguous/.exec(message)?.[1];
  return ambiguous
    ? `${ambiguous} needs a value (write a value that starts with a dash as ${ambiguous}=-value)`
    : (message.split(/\.\s|\n/)[0]?.replace(/\.$/, '') ?? message);
}

export function readInput(command: Command, given: string[], context: Pick<Input, 'environment' | 'print'>): Input {
  const { args = [], options = {}, hasJson } = command;
  const flags = [...(command.flags ?? []), ...(hasJson ? ['json'] : [])];
  const wrong = (problem: string) => new CliError(`${problem}. Usage: ${usageOf(command)}`);
  const parse = () =>
    parseArgs({
      args: given,
      allowPositionals: true,
      options: {
        ...Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' as const }])),
        ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }])),
      },
    });
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse();
  } catch (error) {
    throw wrong(explain(error));
  }
  const values = Object.entries(parsed.values);
  const raised = new Set(values.flatMap(([name, value]) => (value === true ? [name] : [])));
  const text: Input['text'] = Object.fromEntries(
    values.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
  const missing = Object.entries(options).find(([name, { isRequired }]) => isRequired && !text[name]);
  if (missing) {
    throw wrong(`--${missing[0]} is missing`);
  }
  if (parsed.positionals.length < args.length) {
    throw wrong(`<${args[parsed.positionals.length]}> is missing`);
  }
  if (parsed.positionals.length > args.length) {
    throw wrong(`${parsed.positionals[args.length]} is one argument too many`);
  }
  return { text, flags: raised, json: raised.has('json'), args: parsed.positionals, ...context };
}
