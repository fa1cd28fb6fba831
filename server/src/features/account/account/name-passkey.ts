import type { Passkey } from '#features/people/users';

/** Well-known authenticators by the id of their model (WebAuthn §6.5.2). */
const knownAuthenticators: Record<string, string> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  'b84e4048-15dc-4dd0-8640-f4f60813c8af': 'NordPass',
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': 'Keeper',
};

const maxLength = 64;

async function nameOf({ aaguid, agent }: Passkey): Promise<string> {
  const known = aaguid && knownAuthenticators[aaguid];
  if (known) {
    return known;
  }
  if (!agent) {
    return 'Passkey';
  }
  // Loaded on first use, as in the list of sessions.
  const { default: bowser } = await import('bowser');
  const { browser, os } = bowser.parse(agent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || 'Passkey';
}

/** A recognizable name such as `Chrome on Windows`; duplicates get a number. */
export async function namePasskey(passkey: Passkey, taken: readonly (string | undefined)[]): Promise<string> {
  const name = (await nameOf(passkey)).slice(0, maxLength - 5);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} (${number})`;
    if (!taken.includes(candidate)) {
      return candidate;
    }
  }
}
