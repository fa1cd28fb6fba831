import type { ComponentType } from 'react';

export type Icon = ComponentType<{ size?: number | string; stroke?: number | string; className?: string }>;
