import type { Role, RoleType } from '@postern/contracts/access/roles';
import type { AsyncRouteComponent } from '@tanstack/react-router';
import type { PageTab } from '#platform/feature.ts';
import { createPlace } from '#platform/place.ts';

/** Shows the dialog that assigns a role to holders of one type. */
export type AssignProps = {
  role: Role;
  onClose: () => void;
  /** The words of a role that was created a moment ago. */
  words?: { title: string; description: string; dismiss: string };
};

/** The tabs of a role's page. */
export const roleTabs = createPlace<PageTab<Role>>('tabs of a role');

/** Who can hold roles of a type, and the dialog that assigns a role to them. */
export const roleHolders = createPlace<{ type: RoleType; assign: AsyncRouteComponent<AssignProps> }>(
  'holders of a role',
);
