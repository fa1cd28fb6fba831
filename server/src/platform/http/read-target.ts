import type { IncomingMessage } from 'node:http';

type Received = Pick<IncomingMessage, 'url' | 'headers'> & { originalUrl?: string };

/**
 * `GET http://host/path` is the same as `GET /path` with this host; the header `Host` does not count then (RFC 9112 §3.2.2).
 * Everything after this sees a path only.
 */
export function readTarget(request: Received): void {
  const [, authority = '', path = ''] = /^https?:\/\/([^/?#@]+)(?=[/?#]|$)(.*)$/i.exec(request.url ?? '') ?? [];
  if (authority !== '') {
    request.headers.host = authority;
    request.url = path.startsWith('/') ? path : `/${path}`;
    request.originalUrl = request.url;
  }
}

/** Programs in front could read the other one (RFC 9112 §3.2). */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    hosts += rawHeaders[index]?.toLowerCase() === 'host' ? 1 : 0;
  }
  return hosts > 1;
}
