import type { NativeBridge } from './native-bridge.ts';
import type { Settings } from './settings.ts';

export type Provider = Settings['experience']['socialConnectors'][number];

/** One connector per provider, the best one for this environment, in the order of the settings. */
export function shownProviders(all: readonly Provider[], bridge?: NativeBridge): Provider[] {
  const targets = [...new Set(all.map(({ target }) => target))];
  return targets.flatMap((target) => {
    const same = all.filter((one) => one.target === target);
    return (bridge ? fitForWebView(same, bridge) : fitForBrowser(same)) ?? [];
  });
}

const isUniversal = ({ platform }: Provider) => platform === 'Universal' || platform === null;

const fitForBrowser = (same: readonly Provider[]) =>
  same.find(({ platform }) => platform === 'Web') ?? same.find(isUniversal);

function fitForWebView(same: readonly Provider[], { supportedConnector, callbackLink }: NativeBridge) {
  const native = same.find(
    ({ platform, target }) => platform === 'Native' && supportedConnector.nativeTargets.includes(target),
  );
  return native ?? (supportedConnector.universal && callbackLink ? same.find(isUniversal) : undefined);
}

/** In the page language, a related one, or English. */
export function providerName({ name }: Provider, language: string): string {
  const names: Record<string, string | undefined> = name;
  return names[language] ?? names[language.split('-')[0] ?? ''] ?? name.en;
}
