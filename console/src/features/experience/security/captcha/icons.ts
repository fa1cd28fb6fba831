import type { CaptchaType } from '@postern/contracts/experience/captcha';
import { IconBrandCloudflare, IconBrandGoogle, IconPuzzle } from '@tabler/icons-react';
import type { Icon } from '#platform/feature.ts';

export const providerIcons: Record<CaptchaType, Icon> = {
  ProofOfWork: IconPuzzle,
  Turnstile: IconBrandCloudflare,
  RecaptchaEnterprise: IconBrandGoogle,
};
