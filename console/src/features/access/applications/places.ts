import type { Application, ApplicationType } from '@postern/contracts/access/applications';
import type { AsyncRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PageTab } from '#platform/feature.ts';
import { createPlace } from '#platform/place.ts';

/** Tabs of the application page. */
export const applicationTabs = createPlace<PageTab<Application>>('tabs of an application');

/** Settings of a type of applications that has its own. `danger` is their last card. */
export const applicationSettings = createPlace<{
  type: ApplicationType;
  settings: AsyncRouteComponent<{ application: Application; danger: ReactNode }>;
}>('settings of an application');
