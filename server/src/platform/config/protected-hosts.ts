import { ConfigError } from './config-error.ts';

export type ProtectedAppsConfig = Readonly<{
  scheme: 'http' | 'https';
  /** The domain of all hosts, with the port if it is not the default one. */
  domain: string;
  port: number;
  /** The origin must begin its response in this time. */
  timeoutMs: number;
}>;

type Given = {
  PROTECTED_APPS_ENDPOINT?: string | undefined;
  PROTECTED_APPS_PORT: number;
  PROTECTED_APPS_TIMEOUT: number;
  PORT: number;
  ADMIN_PORT: number;
};

const hostnameOf = (endpoint: string) => new URL(endpoint.replace('*', 'any')).hostname;

/**
 * The hosts of protected applications run code of others. A host of the sign-in pages or the console among them could
 * be impersonated, and would share cookies with them.
 */
export function readProtectedApps(env: Given, endpoints: string[]): ProtectedAppsConfig | undefined {
  const endpoint = env.PROTECTED_APPS_ENDPOINT;
  if (endpoint === undefined) {
    return undefined;
  }
  const { host: domain, hostname, protocol } = new URL(endpoint.replace('*.', ''));
  const shared = endpoints.find((one) => `.${hostnameOf(one)}`.endsWith(`.${hostname}`));
  if (shared) {
    throw new ConfigError(
      `PROTECTED_APPS_ENDPOINT: the domain ${hostname} must not contain the sign-in pages or the console (${shared})`,
    );
  }
  if (env.PROTECTED_APPS_PORT !== 0 && [env.PORT, env.ADMIN_PORT].includes(env.PROTECTED_APPS_PORT)) {
    throw new ConfigError('PROTECTED_APPS_PORT: must differ from PORT and ADMIN_PORT');
  }
  return {
    scheme: protocol === 'https:' ? 'https' : 'http',
    domain,
    port: env.PROTECTED_APPS_PORT,
    timeoutMs: env.PROTECTED_APPS_TIMEOUT * 1000,
  };
}
