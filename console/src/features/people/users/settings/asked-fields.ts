import { type CustomProfileField, customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import { useRead } from '#platform/client/use-read.ts';

/** What people are asked for when they register, in its order; nothing while it is on its way. */
export function useAskedFields(): readonly CustomProfileField[] {
  return useRead(customProfileFieldsApi.list, {}, { quiet: true, staleTime: 60_000 }).data ?? [];
}
