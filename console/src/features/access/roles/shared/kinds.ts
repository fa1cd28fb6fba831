import type { RoleType } from '@postern/contracts/access/roles';
import { IconArrowsExchange, IconUserShield } from '@tabler/icons-react';
import type { Icon } from '#platform/feature.ts';

/** A role for machines has the icon of machine-to-machine applications. */
export const roleIcons: Record<RoleType, Icon> = { User: IconUserShield, MachineToMachine: IconArrowsExchange };
