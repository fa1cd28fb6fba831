import type { RoleType } from '@postern/contracts/roles';
import { IconUserShield } from '@tabler/icons-react';
import { kindIcons } from '#features/applications/kinds.ts';
import type { Icon } from '#platform/feature.ts';

/** A role for machines looks like the machines. */
export const roleIcons: Record<RoleType, Icon> = { User: IconUserShield, MachineToMachine: kindIcons.MachineToMachine };
