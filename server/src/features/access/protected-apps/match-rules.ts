import { LRUCache } from 'lru-cache';
import { matchesPattern } from '#platform/patterns/match';

export type PageRules = {
  /** The tenant of the patterns. */
  owner: string;
  patterns: string[];
  decisions: LRUCache<string, boolean>;
};

const maxDecisions = 1000;

export const compileRules = (patterns: string[], owner: string): PageRules => ({
  owner,
  patterns,
  decisions: new LRUCache({ max: maxDecisions }),
});

/** In either case: an origin may treat /Admin as /admin. */
const flags = ['', 'i'];

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

/** Undefined if a pattern takes too long. */
async function decide({ owner, patterns }: PageRules, path: string): Promise<boolean | undefined> {
  const decoded = isPlain(path) ? decode(path) : undefined;
  if (decoded === undefined) {
    return true;
  }
  const variants = [path, decoded, decoded.normalize('NFKC')];
  const texts = [...new Set([...variants, ...variants.map((one) => one.replace(/(.)\/$/, '$1'))])];
  for (const pattern of patterns) {
    const isMatch = await matchesPattern(owner, { pattern, flags, texts });
    if (isMatch !== false) {
      return isMatch;
    }
  }
  return false;
}

/**
 * Whether a path needs a session: all do without rules, and otherwise those that a rule matches. A path that origins
 * may read differently always needs one, so that no spelling of a protected path gets around a rule. So does every path if a
 * pattern takes too long.
 */
export async function needsSession(rules: PageRules, path: string): Promise<boolean> {
  if (rules.patterns.length === 0) {
    return true;
  }
  const known = rules.decisions.get(path);
  if (known !== undefined) {
    return known;
  }
  const decision = await decide(rules, path);
  if (decision !== undefined) {
    rules.decisions.set(path, decision);
  }
  return decision ?? true;
}
