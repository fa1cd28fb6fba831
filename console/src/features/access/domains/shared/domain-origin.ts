/**
 * The address of a custom domain: by https if the server has its certificate, otherwise with the scheme and the port of
 * the default endpoint.
 */
export function domainOrigin(endpoint: string, domain: string, hasCertificates: boolean): string {
  if (hasCertificates) {
    return `https://${domain}`;
  }
  const url = new URL(endpoint);
  url.hostname = domain;
  return url.origin;
}
