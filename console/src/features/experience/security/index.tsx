import { IconShieldLock } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import {
  blocklistPath,
  captchaDetailsPath,
  captchaGuidePath,
  captchaPath,
  generalSecurityPath,
  messageLimitsPath,
  passwordPolicyPath,
  riskPath,
  securityPath,
  usernamePolicyPath,
} from '#paths/security.ts';
import type { Feature } from '#platform/feature.ts';

export const security: Feature = {
  phrases: ['security'],
  nav: { group: 'authentication', path: securityPath, label: (t) => t('nav.security'), icon: IconShieldLock },
  navTabs: [
    { path: passwordPolicyPath, label: (t) => t('security.tabs.passwordPolicy') },
    { path: usernamePolicyPath, label: (t) => t('security.tabs.usernames') },
    { path: captchaPath, label: (t) => t('security.tabs.captcha') },
    { path: blocklistPath, label: (t) => t('security.tabs.blocklist') },
    { path: messageLimitsPath, label: (t) => t('security.tabs.messages') },
    { path: riskPath, label: (t) => t('security.tabs.risk') },
    { path: generalSecurityPath, label: (t) => t('security.tabs.general') },
  ],
  pages: [
    {
      path: securityPath,
      component: lazyRouteComponent(() => import('./security-page.tsx'), 'SecurityPage'),
      redirect: passwordPolicyPath,
      children: [
        {
          path: passwordPolicyPath,
          component: lazyRouteComponent(() => import('./password-policy/tab.tsx'), 'PasswordPolicyTab'),
        },
        {
          path: usernamePolicyPath,
          component: lazyRouteComponent(() => import('./usernames/tab.tsx'), 'UsernamesTab'),
        },
        { path: captchaPath, component: lazyRouteComponent(() => import('./captcha/tab.tsx'), 'CaptchaTab') },
        { path: generalSecurityPath, component: lazyRouteComponent(() => import('./general/tab.tsx'), 'GeneralTab') },
        { path: messageLimitsPath, component: lazyRouteComponent(() => import('./messages/tab.tsx'), 'MessagesTab') },
        { path: riskPath, component: lazyRouteComponent(() => import('./risk/tab.tsx'), 'RiskTab') },
        { path: blocklistPath, component: lazyRouteComponent(() => import('./blocklist/tab.tsx'), 'BlocklistTab') },
      ],
    },
    { path: captchaGuidePath, component: lazyRouteComponent(() => import('./captcha/guide-page.tsx'), 'GuidePage') },
    {
      path: captchaDetailsPath,
      component: lazyRouteComponent(() => import('./captcha/details-page.tsx'), 'DetailsPage'),
    },
  ],
};
