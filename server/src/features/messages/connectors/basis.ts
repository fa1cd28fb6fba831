import { hash } from 'node:crypto';
import type { App } from '#platform/app';

/**
 * What an answer of a provider relies on, as codes: the settings of the connector, or the certificates of the provider. A
 * proof keeps it and ends when a part of it is taken away (attack 53). Proofs of the previous release have none. They are
 * accepted for as long as they live, one hour.
 */
export type Basis = readonly string[];

const purposeOf = (connectorId: string) => `basis:${connectorId}`;

// Settings contain secrets, which must not be guessed with a copy of the database.
const codeOf = ({ vault }: App, connectorId: string, part: string) =>
  vault.isReady ? vault.mac(purposeOf(connectorId), part) : hash('sha256', part);

const isCodeOf = ({ vault }: App, connectorId: string, part: string, code: string) =>
  vault.isReady ? vault.isMac(purposeOf(connectorId), part, code) : hash('sha256', part) === code;

export const basisOf = (app: App, connectorId: string, parts: readonly string[]): Basis =>
  parts.map((part) => codeOf(app, connectorId, part));

/** Whether the connector still has all parts of the basis. Parts that were added since change nothing. */
export const hasBasis = (app: App, connectorId: string, parts: readonly string[], basis: Basis | undefined): boolean =>
  basis?.every((code) => parts.some((part) => isCodeOf(app, connectorId, part, code))) ?? true;

/** Settings as one part, whatever the order of their names is. */
export const settingsPart = (kind: string, settings: object): string =>
  JSON.stringify([kind, Object.entries(settings).sort(([one], [two]) => (one < two ? -1 : 1))]);
