/** URLs come from settings; only these protocols may become a link or a picture. */
const protocolOf = (address: string) => (URL.canParse(address) ? new URL(address).protocol : '');

export const isWebAddress = (address: string) => ['https:', 'http:'].includes(protocolOf(address));

export const isPicture = (address: string) => isWebAddress(address) || /^data:image\/[\w.+-]+[;,]/i.test(address);

/** The readable name of a URL: the host, or the scheme of a native application. */
export function hostOf(address: string): string | undefined {
  if (!URL.canParse(address)) {
    return undefined;
  }
  const { host, protocol } = new URL(address);
  return isWebAddress(address) ? host : protocol.slice(0, -1);
}
