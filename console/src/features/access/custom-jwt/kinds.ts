import { type CustomTokenType, customJwtKeys } from '@postern/contracts/access/custom-jwt';
import { IconRobot, IconUserCircle } from '@tabler/icons-react';
import type { Icon } from '#platform/feature.ts';

export const tokenIcons: Record<CustomTokenType, Icon> = {
  'access-token': IconUserCircle,
  'client-credentials': IconRobot,
};

export const isKeyOf = (key: string, tokenType: CustomTokenType) => key === customJwtKeys[tokenType];
