import { ConnectorError } from '@postern/connectors/kit/fail';
import { type SamlAssertion, type Verification, verifyResponse } from '@postern/connectors/kit/saml/verify-response';
import { AppError } from '#platform/errors';

export { clockSkewMs, samlFor } from '@postern/connectors/kit/saml/open-library';
export { isTooComplex } from '@postern/connectors/kit/saml/require-harmless';
export type { SamlAssertion };

/** Verifies a response of an identity provider of a company, with the code that the social connector uses as well. */
export async function verifySamlResponse(response: string, verification: Verification): Promise<SamlAssertion> {
  try {
    return await verifyResponse(response, verification);
  } catch (error) {
    // Its data is the reason of the refusal and contains no secret.
    throw error instanceof ConnectorError ? new AppError(`connector.${error.code}`, { data: error.data }) : error;
  }
}
