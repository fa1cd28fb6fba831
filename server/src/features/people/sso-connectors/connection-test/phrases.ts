/** English texts of the problems of a connection test. Other languages: `server/languages`. */
export const ssoProblems = {
  not_configured: {
    title: 'The connection has no settings yet.',
    advice: 'Enter the settings of the identity provider and save them. Then test again.',
  },
  discovery_unreachable: {
    title: 'The discovery document of the provider cannot be read.',
    advice: 'Check the issuer. The address {issuer}/.well-known/openid-configuration must answer from the internet.',
  },
  discovery_invalid: {
    title: 'The discovery document is not valid, or it names another issuer.',
    advice: 'Copy the issuer from the provider exactly, including a path. It must equal "issuer" in the document.',
  },
  redirect_uri_refused: {
    title: 'The provider refuses the redirect URI.',
    advice: 'Register the redirect URI of this connector at the provider, exactly as shown on the connection page.',
  },
  scope_refused: {
    title: 'The provider refuses a scope of the request.',
    advice:
      'Allow openid, profile and email for the application at the provider, or remove the additional scopes here.',
  },
  access_denied: {
    title: 'The provider denied access.',
    advice: 'Assign the user to the application at the provider, and accept its consent page.',
  },
  provider_refused: {
    title: 'The provider refused the request.',
    advice: 'Look at the details and at the log of the provider.',
  },
  client_refused: {
    title: 'The provider does not accept the client ID or the client secret.',
    advice: 'Copy both from the provider again. A secret may have expired, or its ID was copied instead of its value.',
  },
  code_refused: {
    title: 'The provider refuses to redeem the authorization code.',
    advice: 'Check that the redirect URI is registered for the same application as the client ID, and test again.',
  },
  token_refused: {
    title: 'The token endpoint of the provider refused the request.',
    advice: 'Look at the details and at the log of the provider.',
  },
  token_unreachable: {
    title: 'The token endpoint of the provider cannot be reached.',
    advice: 'Check that the provider is running, and that its firewall lets this server call it.',
  },
  token_invalid: {
    title: 'The token endpoint sent an answer that cannot be used.',
    advice: 'The answer must contain an ID token. Check that the application at the provider uses OpenID Connect.',
  },
  keys_unreachable: {
    title: 'The keys of the provider cannot be read.',
    advice: 'Check that "jwks_uri" of the discovery document answers from the internet.',
  },
  userinfo_failed: {
    title: 'The userinfo endpoint of the provider failed.',
    advice: 'Let the provider put email and name into the ID token, or check its userinfo endpoint.',
  },
  clock: {
    title: 'The answer is not valid yet, or no longer valid.',
    advice: 'Set the clocks of the provider and of this server. They may differ by one minute.',
  },
  clock_differs: {
    title: 'The clock of the provider differs from the clock of this server.',
    advice: 'Set the clocks with NTP. If they differ by more than a minute, sign-in fails.',
  },
  audience: {
    title: 'The answer is meant for another application.',
    advice:
      'OpenID Connect: check the client ID. SAML: enter the entity ID of this connector as audience at the provider.',
  },
  issuer: {
    title: 'The answer comes from another issuer.',
    advice: 'Compare the issuer or entity ID in the details with the saved settings, and correct the wrong one.',
  },
  recipient: {
    title: 'The answer was made for another address.',
    advice: 'Enter the ACS URL of this connector at the provider, exactly as shown on the connection page.',
  },
  unsigned: {
    title: 'Neither the response nor the assertion is signed.',
    advice: 'Turn on signing of the assertion at the provider.',
  },
  signature: {
    title: 'The signature is not valid.',
    advice:
      'Save the current signing certificate or metadata of the provider here. A proxy must not change the answer.',
  },
  weak_algorithm: {
    title: 'The answer is signed with a weak algorithm.',
    advice: 'Set the signature of the provider to RSA or ECDSA with SHA-256 or stronger.',
  },
  certificate_unknown: {
    title: 'The answer is signed with a certificate that is not saved here.',
    advice: 'The provider has changed its certificate. Save its new certificate or metadata here.',
  },
  certificate_expired: {
    title: 'The signing certificate of the provider has expired.',
    advice: 'Renew the certificate at the provider, and save the new one here.',
  },
  certificate_expiring: {
    title: 'The signing certificate of the provider expires soon.',
    advice: 'Renew the certificate at the provider before that day, and save the new one here.',
  },
  encrypted: {
    title: 'The assertion is encrypted, and it cannot be decrypted.',
    advice:
      'Turn on encrypted assertions for this connector and give its certificate to the provider. Use AES-GCM with RSA-OAEP, or turn off encryption there.',
  },
  response_invalid: {
    title: 'The answer is not a valid SAML response.',
    advice: 'Check that the provider uses SAML 2.0 with the HTTP-POST binding for the ACS URL.',
  },
  request_mismatch: {
    title: 'The answer does not belong to the request of this test.',
    advice: 'Start the test again. The provider must answer the request and must not start a sign-in by itself.',
  },
  replayed: {
    title: 'The answer was used before.',
    advice: 'Start the test again. The provider must create a new assertion for each sign-in.',
  },
  not_a_workspace_account: {
    title: 'This is a private Google account.',
    advice: 'Sign in with an account of a Google Workspace.',
  },
  id_missing: {
    title: 'The answer contains no usable user ID.',
    advice: 'SAML: map the user ID to an attribute that the provider sends. It may have at most 128 characters.',
  },
  email_missing: {
    title: 'The answer contains no email address.',
    advice: 'Let the provider send the address: the claim "email", or the attribute of the attribute mapping.',
  },
  email_unverified: {
    title: 'The provider does not say that the email address is verified.',
    advice: 'Existing accounts with this address are not linked. Let the provider send "email_verified".',
  },
  domain_mismatch: {
    title: 'The email address is not in a domain of this connector.',
    advice: 'Add its domain to the email domains of the connector, if it belongs to the company.',
  },
  no_domains: {
    title: 'The connector has no email domain.',
    advice: 'Add an email domain of the company. Until then, nobody can sign in with this connector.',
  },
  no_response: {
    title: 'The provider did not answer within ten minutes.',
    advice:
      'If the provider showed an error page, register the redirect URI or ACS URL and the entity ID of this connector there, exactly as shown.',
  },
  metadata_unreadable: {
    title: 'The metadata of the provider cannot be used.',
    advice: 'Save the current metadata of the provider here.',
  },
  unknown: {
    title: 'The test failed for another reason.',
    advice: 'Look at the details and at the log of the provider.',
  },
};
