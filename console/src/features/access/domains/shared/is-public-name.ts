/** Last labels of names that only one machine or network knows (RFC 2606, 6761, 6762, 8375). */
const localLabels = ['localhost', 'local', 'internal', 'lan', 'home', 'test', 'invalid', 'arpa'];

/** Whether a DNS record of the public internet can point to a host: it is a name with a dot, not an IP address. */
export function isPublicName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  const last = name.split('.').at(-1) ?? '';
  return name.includes('.') && /^[a-z]/.test(last) && !localLabels.includes(last);
}

/** Whether no DNS record can ever point to a host: this machine itself, or an address instead of a name. */
export function isNoTarget(host: string): boolean {
  const last = host.toLowerCase().replace(/\.$/, '').split('.').at(-1) ?? '';
  return last === 'localhost' || !/^[a-z]/.test(last);
}
