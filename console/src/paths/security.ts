import { pagePath } from '#platform/router/page-path.ts';

export const securityPath = pagePath('security');
export const passwordPolicyPath = pagePath('security/password-policy');
export const usernamePolicyPath = pagePath('security/usernames');
export const captchaPath = pagePath('security/captcha');
export const captchaGuidePath = pagePath('security/captcha/guide/$guideId');
export const captchaDetailsPath = pagePath('security/captcha/details');
export const riskPath = pagePath('security/risk');
export const generalSecurityPath = pagePath('security/general');
export const messageLimitsPath = pagePath('security/messages');
export const blocklistPath = pagePath('security/blocklist');
