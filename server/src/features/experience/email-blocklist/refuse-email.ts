import { setImmediate } from 'node:timers/promises';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { normalizeEmail } from '@postern/contracts/normalize';
import { AppError } from '#platform/http/errors';
import { isDisposable } from './disposable-domains.ts';

const perTurn = 100;

/** Entries in the form in which addresses are compared. Domains begin with an at sign. */
type List = {
  exact: ReadonlySet<string>;
  /** Entries with wildcards, without them: `*` was between the parts. */
  patterns: readonly (readonly string[])[];
};

/** A long list takes several turns, because other requests wait meanwhile (attack 54). */
async function inTurns<T>(items: readonly T[], use: (item: T) => void): Promise<void> {
  for (let start = 0; start < items.length; start += perTurn) {
    await setImmediate();
    for (const item of items.slice(start, start + perTurn)) {
      use(item);
    }
  }
}

const gmailDomains = new Set(['gmail.com', 'googlemail.com']);

/** The form that all spellings of a mailbox share: Gmail has two domains and ignores dots. */
function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  return gmailDomains.has(address.slice(at + 1)) ? `${address.slice(0, at).replaceAll('.', '')}@gmail.com` : address;
}

async function readList(entries: readonly string[]): Promise<List> {
  const exact = new Set<string>();
  const patterns: string[][] = [];
  await inTurns(entries, (entry) => {
    const text = entry.trim();
    const address = mailboxOf(text.startsWith('@') ? normalizeEmail(`x${text}`).slice(1) : normalizeEmail(text));
    if (address.includes('*')) {
      patterns.push(address.split('*'));
    } else {
      exact.add(address);
    }
  });
  return { exact, patterns };
}

/** Settings are cached, so a list stays the same object until it changes. */
const lists = new WeakMap<readonly string[], Promise<List>>();

function listOf(entries: readonly string[]): Promise<List> {
  const known = lists.get(entries) ?? readList(entries);
  lists.set(entries, known);
  return known;
}

/** In one pass over the text, so that no pattern is slow. */
function matches(text: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.at(-1) ?? '';
  let at = first.length;
  for (const part of others.slice(0, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0) {
      return false;
    }
    at = found + part.length;
  }
  return text.startsWith(first) && text.endsWith(last) && text.length - last.length >= at;
}

const domainIn = (address: string) => address.slice(address.lastIndexOf('@'));

async function isListed(entries: readonly string[], address: string): Promise<boolean> {
  const { exact, patterns } = await listOf(entries);
  const mailbox = mailboxOf(address);
  // A wildcard in the domain may mean either domain.
  const spellings = mailbox === address ? [address] : [address, mailbox];
  let isFound = exact.has(mailbox) || exact.has(domainIn(mailbox));
  await inTurns(patterns, (pattern) => {
    const isDomain = pattern[0]?.startsWith('@');
    isFound ||= spellings.some((spelling) => matches(isDomain ? domainIn(spelling) : spelling, pattern));
  });
  return isFound;
}

/** Throws for addresses that may not register. An address of the allowlist can still be blocked. */
export async function refuseEmail({ emailBlocklistPolicy }: SignInExperience, email: string): Promise<void> {
  const {
    blockSubaddressing,
    blockDisposableAddresses,
    customBlocklist = [],
    customAllowlist = [],
  } = emailBlocklistPolicy;
  const address = normalizeEmail(email);
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (at < 1 || !domain) {
    throw new AppError('session.email_blocklist.invalid_email');
  }
  if (blockSubaddressing && local.includes('+')) {
    throw new AppError('session.email_blocklist.email_subaddressing_not_allowed');
  }
  const isRefused =
    (customAllowlist.length > 0 && !(await isListed(customAllowlist, address))) ||
    (await isListed(customBlocklist, address)) ||
    (blockDisposableAddresses && isDisposable(domain));
  if (isRefused) {
    throw new AppError('session.email_blocklist.email_not_allowed', { values: { email: address } });
  }
}
