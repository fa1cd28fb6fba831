import { type CustomProfileField, customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import { useRead } from '#platform/client/use-read.ts';

/** The fields users are asked for at registration, in order; empty while loading. */
export function useAskedFields(): readonly CustomProfileField[] {
  return useRead(customProfileFieldsApi.list, {}, { quiet: true, staleTime: 60_000 }).data ?? [];
}
