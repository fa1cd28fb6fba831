export { deleteOldAssertions, saveAssertion, takeAssertion, useAssertion } from './assertions.store.ts';
export { consumeResponse, isInvalidAssertion, type SsoAssertion } from './consume.ts';
export { fetchMetadata, identityProviderOf } from './find-provider.ts';
export { inspectResponse } from './inspect.ts';
export { type IdentityProvider, MetadataError } from './read-metadata.ts';
export { requestUri } from './request.ts';
