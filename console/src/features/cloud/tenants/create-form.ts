import { CreateTenant, TenantTag } from '@postern/contracts/cloud/tenants';
import { z } from 'zod';
import { sharedInstance } from './instance-cards.tsx';

/** A private instance is a separate region; the shared one has several. */
export const CreateForm = z
  .object({ name: CreateTenant.shape.name, instance: z.string().min(1), regionName: z.string().min(1), tag: TenantTag })
  .transform(({ instance, regionName, ...rest }) => ({
    ...rest,
    regionName: instance === sharedInstance ? regionName : instance,
  }));
export type NewTenant = z.output<typeof CreateForm>;
