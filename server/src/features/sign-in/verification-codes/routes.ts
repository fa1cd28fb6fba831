import type { Address } from '@postern/contracts/sign-in/sign-in';
import { verificationCodesApi } from '@postern/contracts/sign-in/verification-codes';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { throttled } from '#features/operations/throttle';
import { normalizePhone } from '#features/people/users';
import { route, type Scope } from '#platform/http/route';
import { deliverCode } from './deliver.ts';
import type { Binding } from './issue.ts';
import { verifyLatestCode } from './verify.ts';

function addressOf(body: { email: string } | { phone: string }): Address {
  return 'email' in body ? { type: 'email', value: body.email } : { type: 'phone', value: normalizePhone(body.phone) };
}

/** There is no browser to bind it to: callers have a token of the management API. */
const bindingOf = (address: Address): Binding => ({
  secret: `management ${address.type} ${address.value}`,
  address,
  purpose: 'Generic',
});

export function verificationCodeRoutes(scope: Scope): void {
  route(scope, verificationCodesApi.request, {
    respond: async ({ app, tenantId, request, body, languages: [locale] }) => {
      const binding = bindingOf(addressOf(body));
      const describe = () => (locale ? { locale } : {});
      await deliverCode(app, tenantId, { binding, ip: request.ip, isFromServer: true, describe });
    },
  });

  route(scope, verificationCodesApi.verify, {
    respond: async ({ app, tenantId, body, languages }) => {
      const address = addressOf(body);
      const { sentinelPolicy: policy } = await getSignInExperience(app, tenantId);
      const guess = { target: address.value, locks: address, action: 'VerificationCode', policy, languages } as const;
      await throttled(app, tenantId, guess, async () => {
        await verifyLatestCode(app, tenantId, bindingOf(address), body.verificationCode);
        return true;
      });
    },
  });
}
