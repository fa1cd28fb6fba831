import { type CaptchaProvider, captchaApi } from '@postern/contracts/experience/captcha';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';

/** The provider of the tenant: undefined while loading, null if there is none. */
export function useProvider() {
  const { data, error, refetch } = useRead(captchaApi.get, {}, { quiet: true });
  const isMissing = error instanceof RequestError && error.status === 404;
  const provider: CaptchaProvider | null | undefined = isMissing ? null : data;
  return { provider, error: isMissing ? null : error, refetch };
}
