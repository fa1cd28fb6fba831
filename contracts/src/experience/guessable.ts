import type { PasswordIssue, PasswordPolicy } from './sign-in-experience.ts';

export type UserInfo = { name?: string | null; username?: string | null; email?: string | null; phone?: string | null };

const sequences = [
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
  '8ik',
  '9ol',
];
const runs = [...sequences, ...sequences.map((one) => [...one].reverse().join(''))].flatMap((one) => [
  one,
  one.toUpperCase(),
]);
const shortestRun = 3;

function repetitionLength(text: string): number {
  let length = 1;
  while (length < text.length && text[length] === text[0]) {
    length += 1;
  }
  return length >= shortestRun ? length : 0;
}

function sequenceLength(text: string): number {
  let length = 0;
  while (length < text.length && runs.some((run) => run.includes(text.slice(0, length + 1)))) {
    length += 1;
  }
  return length >= shortestRun ? length : 0;
}

/** In lower case with as many characters as before, so that places in both are the same. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : Array.from(text, (one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join('');
}

/** For each place in the text, the length of the longest word that starts there. One search per word (attack 54). */
function wordLengths(text: string, words: readonly string[]): number[] {
  const lengths: number[] = Array(text.length).fill(0);
  for (const word of new Set(words.map(fold))) {
    for (let at = text.indexOf(word); word && at >= 0; at = text.indexOf(word, at + 1)) {
      lengths[at] = Math.max(lengths[at] ?? 0, word.length);
    }
  }
  return lengths;
}

function wordsOf({ name, username, email, phone }: UserInfo): string[] {
  return [name, ...(name?.split(' ') ?? []), name?.replaceAll(' ', ''), username, email?.split('@')[0], phone].filter(
    (word): word is string => Boolean(word),
  );
}

/** The search is quadratic; longer passwords do not need it. */
const maxWalk = 256;

/**
 * Marks parts that are easy to guess; a password with little else is rejected with all reasons. No schema library here:
 * the sign-in pages use it while a password is typed.
 */
export function checkGuessable(password: string, policy: PasswordPolicy, user: UserInfo): PasswordIssue[] {
  if (password.length > maxWalk) {
    return [];
  }
  const { repetitionAndSequence = true, userInfo = true, words = [] } = policy.rejects ?? {};
  const marked = new Set<number>();
  const found = new Set<string>();
  const lower = fold(password);
  const ofWords = wordLengths(lower, words);
  const ofUser = wordLengths(lower, userInfo ? wordsOf(user) : []);
  for (let start = 0; start < password.length; start += 1) {
    const rest = password.slice(start);
    const lengths: Record<string, number> = {
      'restricted.repetition': repetitionAndSequence ? repetitionLength(rest) : 0,
      'restricted.sequence': repetitionAndSequence ? sequenceLength(rest) : 0,
      'restricted.words': ofWords[start] ?? 0,
      'restricted.user_info': ofUser[start] ?? 0,
    };
    for (const [name, length] of Object.entries(lengths)) {
      if (length > 0) {
        found.add(name);
      }
      for (let index = start; index < start + length; index += 1) {
        marked.add(index);
      }
    }
  }
  return marked.size > Math.max(1, password.length - 3)
    ? [...found].map((name) => ({ code: `password_rejected.${name}` }))
    : [];
}
