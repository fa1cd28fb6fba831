import type { JsonObject } from '@postern/contracts/fields';
import type { App } from '#platform/app';
import { sealerFor } from '#platform/secrets/seal-column';
import type { SealedColumn } from '#platform/secrets/sealed-columns';

const sealedKey = '$sealed';

type Kind = 'connector' | 'sso-connector';

const purposeOf = (kind: Kind, tenantId: string, id: string) => `${kind}/${tenantId}/${id}`;

/** Encrypts the settings of connectors, which contain secrets of providers. */
export type ConfigSealer = {
  seal(id: string, config: JsonObject): JsonObject;
  open(id: string, stored: JsonObject): JsonObject;
};

export function configSealer(
  { vault, log }: Pick<App, 'vault' | 'log'>,
  tenantId: string,
  kind: Kind = 'connector',
): ConfigSealer {
  const sealerOf = (id: string) => sealerFor(vault, purposeOf(kind, tenantId, id));
  return {
    seal: (id, config) =>
      vault.isReady && vault.sealsSettings() ? { [sealedKey]: sealerOf(id).seal(JSON.stringify(config)) } : config,
    open(id, stored) {
      const { [sealedKey]: sealed } = stored;
      if (typeof sealed !== 'string') {
        return stored;
      }
      try {
        return JSON.parse(sealerOf(id).open(sealed)) as JsonObject;
      } catch (error) {
        // With another vault key this connector does not work, but people can still sign in without it.
        log.error({ err: error, tenantId, connectorId: id }, 'connector settings cannot be decrypted');
        return {};
      }
    },
  };
}

/** The settings of a table of connectors. */
export const sealedConfigIn = (table: string, kind: Kind): SealedColumn => ({
  table,
  column: 'config',
  purpose: ({ tenantId, id }) => purposeOf(kind, tenantId, id),
  sealPlain: (value, { seal }) =>
    Object.hasOwn(value as JsonObject, sealedKey) ? value : { [sealedKey]: seal(JSON.stringify(value)) },
});
