import { ConnectorError } from '@postern/connectors/kit/fail';
import { type SamlAssertion, type Verification, verifyResponse } from '@postern/connectors/kit/saml/verify-response';
import { AppError } from '#platform/http/errors';

export { findDescriptor } from '@postern/connectors/kit/saml/find-descriptor';
export { clockSkewMs, samlFor } from '@postern/connectors/kit/saml/open-library';
export {
  attributeOf,
  elementAt,
  elementsOf,
  hasDtd,
  readDocument,
  readXml,
  textIn,
} from '@postern/connectors/kit/saml/read-xml';
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
