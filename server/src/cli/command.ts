import { parseArgs } from 'node:util';

/** Something the operator can put right: told in one line. */
export class CliError extends Error {}

export type Input = {
  /** Options that were given. */
  text: Record<string, string | undefined>;
  json: boolean;
  /** Positional arguments, as many as the command names. */
  args: string[];
  environment: Record<string, string | undefined>;
  print(line: string): void;
};

export type Command = {
  /** The words that choose it, such as `tenant create`. */
  name: string;
  summary: string;
  /** Names of positional arguments; all are needed. */
  args?: string[];
  /** Options that take a value, with what stands for the value in the usage. */
  options?: Record<string, { value: string; isRequired?: boolean }>;
  hasJson?: boolean;
  /** More for `--help`. */
  details?: string;
  run(input: Input): Promise<void>;
};

export function usageOf({ name, args = [], options = {}, hasJson }: Command): string {
  const named = Object.entries(options).map(([option, { value, isRequired }]) =>
    isRequired ? `--${option} ${value}` : `[--${option} ${value}]`,
  );
  return [name, ...args.map((arg) => `<${arg}>`), ...named, ...(hasJson ? ['[--json]'] : [])].join(' ');
}

/** parseArgs explains itself in several sentences; the first one says what is wrong, with one exception. */
function explain(error: unknown): string {
  const { message } = error as Error;
  const ambiguous = /^Option '(.+)' argument is ambiguous/.exec(message)?.[1];
  return ambiguous
    ? `${ambiguous} needs a value (one that begins with a dash is written ${ambiguous}=-value)`
    : (message.split(/\.\s|\n/)[0]?.replace(/\.$/, '') ?? message);
}

export function readInput(command: Command, given: string[], context: Pick<Input, 'environment' | 'print'>): Input {
  const { args = [], options = {}, hasJson } = command;
  const wrong = (problem: string) => new CliError(`${problem}. Usage: ${usageOf(command)}`);
  const parse = () =>
    parseArgs({
      args: given,
      allowPositionals: true,
      options: {
        ...Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' as const }])),
        ...(hasJson ? { json: { type: 'boolean' as const } } : {}),
      },
    });
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse();
  } catch (error) {
    throw wrong(explain(error));
  }
  // Every option but json is declared as a string above.
  const { json, ...text } = parsed.values as { json?: boolean } & Input['text'];
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
  return { text, json: json === true, args: parsed.positionals, ...context };
}
