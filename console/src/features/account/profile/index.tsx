import { IconUserCircle } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { getStartedCards } from '#features/people/get-started/places.ts';
import {
  changePasswordPath,
  handleSocialPath,
  linkEmailPath,
  profilePath,
  secondFactorPath,
  unknownStepPath,
  verificationCodePath,
  verifyPasswordPath,
} from '#paths/profile.ts';
import type { Feature, Page } from '#platform/feature.ts';
import { fill } from '#platform/place.ts';
import { FactorReminder } from './security/factor-reminder.tsx';

const common = {
  phrases: ['ownProfile', 'ownSecurity', 'userSessions', 'users', 'audit'],
  fills: [fill(getStartedCards, FactorReminder)],
  ownPage: { path: profilePath, label: (t) => t('nav.profile'), icon: IconUserCircle },
  publicPages: [
    {
      path: handleSocialPath,
      component: lazyRouteComponent(() => import('./handle-social-page.tsx'), 'HandleSocialPage'),
    },
  ],
} satisfies Feature;

const steps: Page[] = [
  {
    path: secondFactorPath,
    component: lazyRouteComponent(() => import('./security/second-factor-page.tsx'), 'SecondFactorPage'),
  },
  { path: linkEmailPath, component: lazyRouteComponent(() => import('./link-email-page.tsx'), 'LinkEmailPage') },
  {
    path: verifyPasswordPath,
    component: lazyRouteComponent(() => import('./verify-password-page.tsx'), 'VerifyPasswordPage'),
  },
  {
    path: changePasswordPath,
    component: lazyRouteComponent(() => import('./change-password-page.tsx'), 'ChangePasswordPage'),
  },
  {
    path: verificationCodePath,
    component: lazyRouteComponent(() => import('./verification-code-page.tsx'), 'VerificationCodePage'),
  },
  { path: unknownStepPath, redirect: profilePath },
];

/** The account of an administrator who signs in with a username. */
export const profile: Feature = {
  ...common,
  outerPages: [
    { path: profilePath, component: lazyRouteComponent(() => import('./profile-page.tsx'), 'ProfilePage') },
    ...steps,
  ],
};

/** The same for users who sign in with an email address or social account, and who may delete their account. */
export const cloudProfile: Feature = {
  ...common,
  outerPages: [
    { path: profilePath, component: lazyRouteComponent(() => import('./cloud-profile-page.tsx'), 'CloudProfilePage') },
    ...steps,
  ],
};
