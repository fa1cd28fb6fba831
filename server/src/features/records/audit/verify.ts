import { createHash } from 'node:crypto';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import type { Vault } from '#platform/secrets/vault';
import {
  type Chain,
  findChain,
  hasChainedEntries,
  isAnchorSealOf,
  isSealOf,
  type Link,
  listLinks,
  listStrays,
} from './chain.store.ts';

/** What is wrong with a chain. Each is shown to the operator as a sentence. */
export type Finding =
  /** The content or the hash of an entry is not what was written. */
  | { kind: 'changed'; seq: number; id: string }
  /** Entries are missing, first and last included. */
  | { kind: 'removed'; from: number; to: number }
  /** An entry was added without the chain. */
  | { kind: 'inserted'; seq: number | null; id: string }
  /** The end or the anchor of the chain was not written by this installation. */
  | { kind: 'rewritten'; part: 'head' | 'anchor' }
  /** The row that ends the chain is gone, but entries of the chain exist. */
  | { kind: 'headRemoved' }
  /** The expected entry is not in this chain, for example because an older backup was restored. */
  | { kind: 'forked'; seq: number };

export type Verification = {
  entries: number;
  head: { seq: number; hash: string };
  /** False without the key of the installation: a chain that was computed again is then not found. */
  isSealChecked: boolean;
  /** Entries that no seal protects: they were written before the key was set, or the seal was removed or wrong. */
  unsealed: { from: number; to: number } | undefined;
  findings: Finding[];
};

const perRead = 2000;
/** Further findings are not listed. */
const maxFindings = 1000;

const extend = (hash: string, digest: string) =>
  createHash('sha256')
    .update(hash + digest)
    .digest('hex');

type Walk = { expected: number; hash: string | undefined; entries: number; findings: Finding[] };

/** Checks the entries with one number. There is more than one only if somebody inserted one. */
function check(walk: Walk, links: readonly Link[], anchorSeq: number): void {
  const [first] = links;
  if (!first) {
    return;
  }
  const { seq } = first;
  if (seq <= anchorSeq) {
    walk.findings.push(...links.map(({ id }) => ({ kind: 'inserted' as const, seq, id })));
    return;
  }
  if (seq > walk.expected) {
    walk.findings.push({ kind: 'removed', from: walk.expected, to: seq - 1 });
    // The hash of the entry before is lost with it.
    walk.hash = undefined;
  }
  const { hash } = walk;
  const good = hash === undefined ? first : links.find((link) => link.hash === extend(hash, link.digest));
  const real = good ?? first;
  if (!good) {
    walk.findings.push({ kind: 'changed', seq, id: real.id });
  }
  const others = links.filter((link) => link !== real);
  walk.findings.push(...others.map(({ id }) => ({ kind: 'inserted' as const, seq, id })));
  walk.entries += 1;
  walk.expected = seq + 1;
  walk.hash = real.hash;
}

type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** Reads the chain in steps, so that it needs little memory and no long transaction. */
async function walkChain(
  read: Read,
  { tenantId, seq: last, anchorSeq, anchorHash }: Chain,
  signal: AbortSignal | undefined,
): Promise<Walk> {
  const walk: Walk = { expected: anchorSeq + 1, hash: anchorHash, entries: 0, findings: [] };
  let after = { seq: Number.MIN_SAFE_INTEGER, id: '' };
  let group: Link[] = [];
  for (;;) {
    signal?.throwIfAborted();
    const from = after;
    const links = await read((db) => listLinks(db, tenantId, from, last, perRead));
    for (const link of links) {
      if (group[0] && group[0].seq !== link.seq) {
        check(walk, group, anchorSeq);
        group = [];
      }
      group.push(link);
    }
    const end = links.at(-1);
    if (!end) {
      check(walk, group, anchorSeq);
      return walk;
    }
    after = end;
  }
}

function checkEnd(walk: Walk, chain: Chain): Finding[] {
  if (walk.expected <= chain.seq) {
    return [{ kind: 'removed', from: walk.expected, to: chain.seq }];
  }
  return walk.hash === chain.hash ? [] : [{ kind: 'rewritten', part: 'head' }];
}

/** A chain without a seal is no finding: the key may have been set after its last entry. See `unsealedOf`. */
function checkSeals(vault: Vault, chain: Chain): Finding[] {
  if (!vault.isReady) {
    return [];
  }
  const { tenantId, seal, sealedFrom, anchorSeq, anchorHash, anchorSeal } = chain;
  const isHeadGood = seal === null ? sealedFrom === null : isSealOf(vault, chain, seal);
  const isAnchorGood =
    anchorSeal === null
      ? anchorSeq === 0 || seal === null || anchorSeq < (sealedFrom ?? 0)
      : isAnchorSealOf(vault, tenantId, anchorSeq, anchorHash, anchorSeal);
  return [
    ...(isHeadGood ? [] : [{ kind: 'rewritten', part: 'head' } as const]),
    ...(isAnchorGood ? [] : [{ kind: 'rewritten', part: 'anchor' } as const]),
  ];
}

function unsealedOf(vault: Vault, { seq, anchorSeq, sealedFrom }: Chain): Verification['unsealed'] {
  const range = { from: anchorSeq + 1, to: sealedFrom === null ? seq : sealedFrom - 1 };
  return vault.isReady && range.from <= range.to ? range : undefined;
}

/** The head that an earlier verification printed must still be part of the chain. */
async function checkExpected(read: Read, chain: Chain, expected: Expected): Promise<Finding[]> {
  const { tenantId, anchorSeq } = chain;
  if (expected.seq <= anchorSeq) {
    return [];
  }
  const links = await read((db) => listLinks(db, tenantId, { seq: expected.seq, id: '' }, expected.seq, 2));
  return links.some(({ hash }) => hash === expected.hash) ? [] : [{ kind: 'forked', seq: expected.seq }];
}

export type Expected = { seq: number; hash: string };

/**
 * Verifies the chain of a tenant. Entries that are written meanwhile do not matter, and neither do entries that
 * retention removes meanwhile. Returns undefined if the tenant has no entries with a chain.
 */
export async function verifyLogs(
  { tenancy, vault }: Pick<App, 'tenancy' | 'vault'>,
  tenantId: string,
  expected?: Expected,
  signal?: AbortSignal,
): Promise<Verification | undefined> {
  const read: Read = (work) => tenancy.system(work, tenancy.regionOf(tenantId));
  const chain = await read((db) => findChain(db, tenantId));
  const isSealChecked = vault.isReady;
  if (!chain) {
    const hasEntries = await read((db) => hasChainedEntries(db, tenantId));
    const head = { seq: 0, hash: '' };
    return hasEntries
      ? { entries: 0, head, isSealChecked, unsealed: undefined, findings: [{ kind: 'headRemoved' }] }
      : undefined;
  }
  const walk = await walkChain(read, chain, signal);
  const strays = await read((db) => listStrays(db, tenantId, maxFindings));
  const anchorSeq = (await read((db) => findChain(db, tenantId)))?.anchorSeq ?? chain.anchorSeq;
  const findings: Finding[] = [
    ...checkSeals(vault, chain),
    ...walk.findings,
    ...checkEnd(walk, chain),
    ...strays.map(({ id, seq }) => ({ kind: 'inserted', seq, id }) as const),
    ...(expected ? await checkExpected(read, chain, expected) : []),
  ];
  const isDone = (finding: Finding) =>
    finding.kind === 'removed' && finding.to <= anchorSeq && anchorSeq > chain.anchorSeq;
  return {
    entries: walk.entries,
    head: { seq: chain.seq, hash: chain.hash },
    isSealChecked,
    unsealed: unsealedOf(vault, chain),
    findings: findings.filter((finding) => !isDone(finding)).slice(0, maxFindings),
  };
}
