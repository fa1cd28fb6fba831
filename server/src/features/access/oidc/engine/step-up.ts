import { factorAcr } from '@postern/contracts/access/authentication-context';
import { interactionPolicy } from 'oidc-provider';

/** Whether an authorization request requires a second factor (OpenID Connect Core §3.1.2.1, `acr_values`). */
export const demandsFactor = (acrValues: unknown): boolean =>
  typeof acrValues === 'string' && acrValues.split(' ').includes(factorAcr);

/** A session without a second factor does not answer a request that requires one: the user signs in again with it. */
export const factorCheck = () =>
  new interactionPolicy.Check(
    'factor_missing',
    'a second factor is required',
    'login_required',
    ({ oidc }) => demandsFactor(oidc.params?.acr_values) && oidc.session?.acr !== factorAcr,
  );
