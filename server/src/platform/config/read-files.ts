import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

type Given = Record<string, string>;

const ending = '_FILE';

function read(name: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`${name}: cannot be read: ${(error as Error).message}`);
  }
  // Editors and `echo` end a file with a line break.
  const value = text.replace(/\r?\n$/, '');
  if (value === '') {
    throw new ConfigError(`${name}: is an empty file (got ${JSON.stringify(path)})`);
  }
  return value;
}

/**
 * Takes the value of a variable from a file if `<name>_FILE` has its path, as secrets of Docker and Kubernetes are
 * passed. A name that is itself a variable, such as `MTLS_CA_FILE`, is not changed. An empty value counts as unset.
 */
export function readFiles(
  environment: Record<string, string | undefined>,
  isVariable: (name: string) => boolean,
): Given {
  const given: Given = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || value === '') {
      continue;
    }
    const target = name.slice(0, -ending.length);
    if (!name.endsWith(ending) || isVariable(name) || !isVariable(target)) {
      given[name] = value;
      continue;
    }
    if (environment[target]) {
      throw new ConfigError(`${target} and ${name}: set only one of them`);
    }
    given[target] = read(name, value);
  }
  return given;
}

/** The value of a variable, or of the file that `<name>_FILE` names. */
export const readVariable = (environment: Record<string, string | undefined>, name: string): string | undefined =>
  readFiles(environment, (one) => one === name)[name];
