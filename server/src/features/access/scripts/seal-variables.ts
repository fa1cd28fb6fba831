import type { Vault } from '#platform/secrets/vault';

type Variables = Record<string, string>;

/** Names and values together. Null without variables. */
export function sealVariables(vault: Vault, purpose: string, variables: Variables = {}): string | null {
  return Object.keys(variables).length === 0 ? null : vault.seal(purpose, JSON.stringify(variables));
}

export function openVariables(vault: Vault, purpose: string, sealed: string | null): Variables | undefined {
  return sealed === null ? undefined : JSON.parse(vault.open(purpose, sealed));
}
