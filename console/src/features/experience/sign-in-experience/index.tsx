import { IconPalette } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import {
  accountCenterPath,
  brandingPath,
  collectUserProfilePath,
  contentPath,
  languagePath,
  profileFieldPath,
  signInExperiencePath,
  signUpAndSignInPath,
} from '#paths/sign-in-experience.ts';
import type { Feature } from '#platform/feature.ts';

export const signInExperience: Feature = {
  phrases: ['signInExperience', 'accountCenter', 'profileFields', 'signInMethods'],
  nav: {
    group: 'authentication',
    path: signInExperiencePath,
    label: (t) => t('nav.signInExperience'),
    icon: IconPalette,
  },
  navTabs: [
    { path: brandingPath, label: (t) => t('signInExperience.tabs.branding') },
    { path: signUpAndSignInPath, label: (t) => t('signInExperience.tabs.signUp') },
    { path: collectUserProfilePath, label: (t) => t('signInExperience.tabs.profile') },
    { path: accountCenterPath, label: (t) => t('signInExperience.tabs.accountCenter') },
    { path: contentPath, label: (t) => t('signInExperience.tabs.content') },
  ],
  pages: [
    {
      path: signInExperiencePath,
      component: lazyRouteComponent(() => import('./experience-page.tsx'), 'ExperiencePage'),
      redirect: brandingPath,
      children: [
        { path: brandingPath, component: lazyRouteComponent(() => import('./branding/tab.tsx'), 'BrandingTab') },
        {
          path: signUpAndSignInPath,
          component: lazyRouteComponent(() => import('./sign-up/tab.tsx'), 'SignUpTab'),
        },
        {
          path: collectUserProfilePath,
          component: lazyRouteComponent(() => import('./profile/tab.tsx'), 'ProfileTab'),
        },
        {
          path: accountCenterPath,
          component: lazyRouteComponent(() => import('./account-center/tab.tsx'), 'AccountCenterTab'),
        },
        { path: contentPath, component: lazyRouteComponent(() => import('./content/tab.tsx'), 'ContentTab') },
        {
          path: languagePath,
          component: lazyRouteComponent(() => import('./content/language-page.tsx'), 'LanguagePage'),
        },
      ],
    },
    {
      path: profileFieldPath,
      component: lazyRouteComponent(() => import('./profile/field-page.tsx'), 'FieldPage'),
    },
  ],
  find: {
    group: (t) => t('signInExperience.tabs.profile'),
    load: async () => (await import('./profile/find.ts')).findProfileFields,
  },
};
