import { acrValues, factorAcr } from '@postern/contracts/access/authentication-context';
import { errors, interactionPolicy } from 'oidc-provider';
import { readClaims } from './claims-parameter.ts';

/** The levels that a request names, in `acr_values` or in `claims` (OpenID Connect Core §3.1.2.1 and §5.5.1.1). */
function wantedLevels({ acr_values: listed, claims }: Record<string, unknown>): string[] {
  const { value, values = [] } = readClaims(claims).id_token?.acr ?? {};
  const named = typeof listed === 'string' ? listed.split(' ') : [];
  return [...named, ...[value, ...values].filter((one) => typeof one === 'string')];
}

/** Whether an authorization request requires a second factor. */
export const demandsFactor = (params: Record<string, unknown>): boolean => wantedLevels(params).includes(factorAcr);

/** A session without a second factor does not answer a request that requires one: the user signs in again with it. */
export const factorCheck = () =>
  new interactionPolicy.Check(
    'factor_missing',
    'a second factor is required',
    'login_required',
    ({ oidc }) => oidc.params !== undefined && demandsFactor(oidc.params) && oidc.session?.acr !== factorAcr,
  );

const isKnown = (level: string) => acrValues.some((one) => one === level);

/**
 * An essential level that nobody can reach is an answer to the application, not a question to the person (§5.5.1.1).
 * Levels that exist are reached by `factorCheck`: a second factor is more than one factor.
 */
export const levelCheck = () =>
  new interactionPolicy.Check('level_unknown', 'none of the requested levels exists', 'login_required', ({ oidc }) => {
    const { essential, ...wanted } = readClaims(oidc.params?.claims).id_token?.acr ?? {};
    const levels = [wanted.value, ...(wanted.values ?? [])].filter((one) => typeof one === 'string');
    if (essential === true && levels.length > 0 && !levels.some(isKnown)) {
      throw new errors.UnmetAuthenticationRequirements('none of the requested acr values is supported');
    }
    return false;
  });
