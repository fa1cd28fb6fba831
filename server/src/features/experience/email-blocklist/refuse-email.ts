import { setImmediate } from 'node:timers/promises';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { normalizeEmail } from '@postern/contracts/normalize';
import { AppError } from '#platform/http/errors';
import { isDisposable } from './disposable-domains.ts';

const perTurn = 100;

/**
 * The entries in the form in which addresses are compared; domains begin with an at sign. A long list takes several
 * turns, because other requests wait meanwhile (attack 54).
 */
async function readList(entries: readonly string[]): Promise<ReadonlySet<string>> {
  const listed = new Set<string>();
  for (let start = 0; start < entries.length; start += perTurn) {
    await setImmediate();
    for (const entry of entries.slice(start, start + perTurn)) {
      const text = entry.trim();
      listed.add(text.startsWith('@') ? normalizeEmail(`x${text}`).slice(1) : normalizeEmail(text));
    }
  }
  return listed;
}

/** Settings are cached, so a list stays the same object until it changes. */
const lists = new WeakMap<readonly string[], Promise<ReadonlySet<string>>>();

function listOf(entries: readonly string[]): Promise<ReadonlySet<string>> {
  const known = lists.get(entries) ?? readList(entries);
  lists.set(entries, known);
  return known;
}

/** Throws for addresses that may not register. */
export async function refuseEmail({ emailBlocklistPolicy }: SignInExperience, email: string): Promise<void> {
  const { blockSubaddressing, blockDisposableAddresses, customBlocklist = [] } = emailBlocklistPolicy;
  const address = normalizeEmail(email);
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  if (at < 1 || !domain) {
    throw new AppError('session.email_blocklist.invalid_email');
  }
  if (blockSubaddressing && local.includes('+')) {
    throw new AppError('session.email_blocklist.email_subaddressing_not_allowed');
  }
  const listed = await listOf(customBlocklist);
  const isListed = listed.has(address) || listed.has(`@${domain}`);
  if (isListed || (blockDisposableAddresses && isDisposable(domain))) {
    throw new AppError('session.email_blocklist.email_not_allowed', { values: { email: address } });
  }
}
