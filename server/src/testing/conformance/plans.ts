import { basicPlan, formPostPlan } from './basic.ts';
import { cibaPlan } from './ciba.ts';
import { configPlan } from './config.ts';
import { fapi2Plan, messageSigningPlan } from './fapi2.ts';
import {
  backchannelLogoutPlan,
  frontchannelLogoutPlan,
  rpInitiatedLogoutPlan,
  sessionManagementPlan,
} from './logout.ts';
import type { Plan } from './plan.ts';
import { thirdPartyLoginPlan } from './third-party-login.ts';

export const plans: readonly Plan[] = [
  basicPlan,
  configPlan,
  formPostPlan,
  rpInitiatedLogoutPlan,
  backchannelLogoutPlan,
  frontchannelLogoutPlan,
  sessionManagementPlan,
  thirdPartyLoginPlan,
  fapi2Plan,
  messageSigningPlan,
  cibaPlan,
];
