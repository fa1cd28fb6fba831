import type { RoleType } from '@postern/contracts/roles';
import { IconRobot, IconUserShield } from '@tabler/icons-react';
import type { Icon } from '#platform/feature.ts';

export const roleIcons: Record<RoleType, Icon> = { User: IconUserShield, MachineToMachine: IconRobot };
