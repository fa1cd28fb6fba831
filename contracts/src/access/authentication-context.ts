/**
 * Values of `acr` and `acr_values`: how strongly a user has signed in. An application that requests the second one gets
 * a user who has verified a second factor or signed in with a passkey, even if a session exists.
 */
export const singleFactorAcr = 'urn:postern:acr:1fa';
export const factorAcr = 'urn:postern:acr:mfa';
export const acrValues = [singleFactorAcr, factorAcr] as const;
