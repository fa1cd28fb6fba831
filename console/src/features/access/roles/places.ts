import type { Role, RoleType } from '@postern/contracts/access/roles';
import type { AsyncRouteComponent } from '@tanstack/react-router';
import type { PageTab } from '#platform/feature.ts';
import { createPlace } from '#platform/place.ts';

/** Props of the dialog that assigns a role to holders of one type. */
export type AssignProps = {
  role: Role;
  onClose: () => void;
  /** Texts for a role that was just created. */
  words?: { title: string; description: string; dismiss: string };
};

/** Tabs of the role page. */
export const roleTabs = createPlace<PageTab<Role>>('tabs of a role');

/** Possible holders of a role type, and the dialog that assigns a role to them. */
export const roleHolders = createPlace<{ type: RoleType; assign: AsyncRouteComponent<AssignProps> }>(
  'holders of a role',
);
