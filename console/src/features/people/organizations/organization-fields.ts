import { CreateOrganization } from '@postern/contracts/people/organizations';
import { z } from 'zod';

/** Name and description, validated the same in all forms. */
export const organizationFields = {
  name: z.string().trim().pipe(CreateOrganization.shape.name),
  description: z.string().trim().max(256),
};
