import type { JsonObject } from '@postern/contracts/fields';
import type { App } from '#platform/app';
import { sealerFor } from '#platform/seal-column';

const sealedKey = '$sealed';

/** Encrypts the settings of connectors, which contain secrets of providers. */
export type ConfigSealer = {
  seal(id: string, config: JsonObject): JsonObject;
  open(id: string, stored: JsonObject): JsonObject;
};

export function configSealer(
  { vault, log }: Pick<App, 'vault' | 'log'>,
  tenantId: string,
  kind: 'connector' | 'sso-connector' = 'connector',
): ConfigSealer {
  const sealerOf = (id: string) => sealerFor(vault, `${kind}/${tenantId}/${id}`);
  return {
    seal: (id, config) => (vault.isReady ? { [sealedKey]: sealerOf(id).seal(JSON.stringify(config)) } : config),
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
