import { useQuery } from '@tanstack/react-query';
import { config } from '../config.ts';
import { isNewerRelease } from './is-newer-release.ts';

async function latestRelease(url: string, signal: AbortSignal): Promise<string | null> {
  try {
    const answer: unknown = await (await fetch(url, { signal })).json();
    const release =
      typeof answer === 'object' && answer !== null && 'latestRelease' in answer ? answer.latestRelease : null;
    return typeof release === 'string' && release.startsWith('v') ? release : null;
  } catch (error) {
    console.warn('The release information could not be read.', error);
    return null;
  }
}

/** The newest release, if it is newer than the running version and the operator has set where to ask for it. */
export function useNewerRelease(): string | undefined {
  const { releaseInfoUrl } = config;
  const { data: release } = useQuery({
    queryKey: ['release', releaseInfoUrl],
    queryFn: ({ signal }) => (releaseInfoUrl ? latestRelease(releaseInfoUrl, signal) : null),
    enabled: releaseInfoUrl !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return release && isNewerRelease(release, config.version) ? release : undefined;
}
