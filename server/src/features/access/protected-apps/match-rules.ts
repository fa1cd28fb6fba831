import { createContext, Script } from 'node:vm';
import { LRUCache } from 'lru-cache';

export type PageRules = {
  patterns: string[];
  /** Patterns that took too long. They count as matching, and do not run again until the settings change. */
  tooSlow: Set<string>;
  decisions: LRUCache<string, boolean>;
};

const maxDecisions = 1000;
const regexMs = 20;
const attempts = 3;

export const compileRules = (patterns: string[]): PageRules => ({
  patterns,
  tooSlow: new Set(),
  decisions: new LRUCache({ max: maxDecisions }),
});

const context = createContext({ pattern: '', texts: [''] });
/** In either case: an origin may treat /Admin as /admin. */
const script = new Script(
  `(() => { const both = [new RegExp(pattern), new RegExp(pattern, 'i')];
    return texts.some((text) => both.some((one) => one.test(text))); })()`,
);

/**
 * A pattern of an administrator may run forever, so it has a timeout (attack 36). The timeout is wall-clock time, so a
 * pattern that had no CPU time on a busy machine runs again.
 */
function matches(rules: PageRules, pattern: string, texts: string[]): boolean {
  if (rules.tooSlow.has(pattern)) {
    return true;
  }
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = process.threadCpuUsage();
    try {
      Object.assign(context, { pattern, texts });
      return Boolean(script.runInContext(context, { timeout: regexMs }));
    } catch (error) {
      const { user, system } = process.threadCpuUsage(before);
      const wasInterrupted = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      if (!wasInterrupted || user + system >= regexMs * 500) {
        rules.tooSlow.add(pattern);
        return true;
      }
    }
  }
  return true;
}

/** An encoded character that an origin may decode to a path with another meaning, such as %2e, %2f or %41. */
const isAmbiguous = (code: number) => code < 0x20 || code === 0x7f || /[\w\-.~/\\;%?#]/.test(String.fromCharCode(code));

/** Whether all origins read the path in the same way: no dot segments, empty segments, parameters or backslashes. */
function isPlain(path: string): boolean {
  return (
    /^\/[!-~]*$/.test(path) &&
    !/[\\;#]|\/\/|(?:\.|%20)(?:\/|$)|\/\.{1,2}(?:\/|$)/.test(path) &&
    [...path.matchAll(/%([\da-f]{2})/gi)].every(([, hex = '']) => !isAmbiguous(Number.parseInt(hex, 16)))
  );
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function decide(rules: PageRules, path: string): boolean {
  const decoded = isPlain(path) ? decode(path) : undefined;
  if (decoded === undefined) {
    return true;
  }
  const variants = [path, decoded, decoded.normalize('NFKC')];
  const texts = [...new Set([...variants, ...variants.map((one) => one.replace(/(.)\/$/, '$1'))])];
  return rules.patterns.some((pattern) => matches(rules, pattern, texts));
}

/**
 * Whether a path needs a session: all do without rules, and otherwise those that a rule matches. A path that origins
 * may read differently always needs one, so that no spelling of a protected path gets around a rule.
 */
export function needsSession(rules: PageRules, path: string): boolean {
  if (rules.patterns.length === 0) {
    return true;
  }
  const known = rules.decisions.get(path);
  if (known !== undefined) {
    return known;
  }
  const decision = decide(rules, path);
  rules.decisions.set(path, decision);
  return decision;
}
