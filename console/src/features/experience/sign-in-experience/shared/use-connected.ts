import { connectorsApi } from '@postern/contracts/messages/connectors';
import { useRead } from '#platform/client/use-read.ts';
import { config } from '#platform/config.ts';
import { connectedOf } from './connected.ts';

export function useConnected() {
  const { data, error, refetch } = useRead(connectorsApi.list, { query: {} });
  return { connected: data && connectedOf(data, config.hasMailbox), error, refetch };
}
