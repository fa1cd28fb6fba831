import type { SamlSsoConfig } from '@postern/contracts/people/sso-configs';
import { maxSsoMetadataLength } from '@postern/contracts/people/sso-configs';
import type { App } from '#platform/app';
import { EgressError } from '#platform/egress/egress';
import { type IdentityProvider, identityProviderFrom, MetadataError, readMetadata } from './read-metadata.ts';

const patienceMs = 5000;

async function readLimited(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxSsoMetadataLength) {
      throw new MetadataError('The document is too large or contains a DTD.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads metadata by URL through the egress guard. Redirects are not followed. */
export async function fetchMetadata({ egress }: App, url: string): Promise<string> {
  try {
    const response = await egress.fetch(url, { signal: AbortSignal.timeout(patienceMs) });
    if (!response.ok) {
      throw new MetadataError('The address does not answer with metadata.');
    }
    // Streams of Node are async iterable; the web type does not always declare it.
    return await readLimited(response.body as AsyncIterable<Uint8Array> | null);
  } catch (error) {
    if (error instanceof MetadataError || error instanceof EgressError) {
      throw error;
    }
    throw new MetadataError('The address cannot be reached.', { cause: error });
  }
}

/** The identity provider of a config: from metadata by URL or as text, or from single values. */
export async function identityProviderOf(config: SamlSsoConfig, metadataXml: string | null): Promise<IdentityProvider> {
  const xml = config.metadataUrl ? metadataXml : config.metadata;
  if (xml) {
    return readMetadata(xml);
  }
  const { entityId, signInEndpoint, signOutEndpoint: url, x509Certificate } = config;
  if (!entityId || !signInEndpoint || !x509Certificate) {
    throw new MetadataError('Enter a metadata URL, metadata, or all of entity ID, sign-in address and certificate.');
  }
  const provider = identityProviderFrom(entityId, signInEndpoint, [x509Certificate]);
  return url ? { ...provider, logout: { binding: 'redirect', url, responseUrl: url } } : provider;
}
