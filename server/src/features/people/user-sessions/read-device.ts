import { type Device, deviceKinds } from '@postern/contracts/people/user-sessions';

const unknown: Device = { kind: 'unknown', browser: null, os: null };

/** Desktop browsers report a frozen version of their system; only phones and tablets report the real one. */
const reportsVersion = new Set(['Android', 'iOS']);

const major = (version: string | undefined) => version?.split('.')[0];

function withVersion(name: string | undefined, version: string | undefined): string | null {
  return name ? [name, major(version)].filter(Boolean).join(' ') : null;
}

/** Parses user agents. The library is loaded on first use. */
export async function deviceReader(): Promise<(userAgent: string | undefined) => Device> {
  const { default: bowser } = await import('bowser');
  return (userAgent) => {
    if (!userAgent) {
      return unknown;
    }
    const { browser, os, platform } = bowser.parse(userAgent);
    return {
      kind: deviceKinds.find((kind) => kind === platform.type) ?? 'unknown',
      browser: withVersion(browser.name, browser.version),
      os: withVersion(os.name, os.name && reportsVersion.has(os.name) ? os.version : undefined),
    };
  };
}
