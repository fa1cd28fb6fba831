/** A minimal browser for redirect flows: cookies per host, and one redirect at a time. */
export type Browser = {
  request(url: string, init?: RequestInit): Promise<Response>;
  /** Follows redirects until a URL starts with one of the given values. Returns that URL without requesting it. */
  follow(url: string, until: string[]): Promise<string>;
  cookies: Map<string, Map<string, string>>;
};

export function createBrowser(headers: Record<string, string> = {}): Browser {
  const cookies = new Map<string, Map<string, string>>();

  function store(host: string, response: Response) {
    const jar = cookies.get(host) ?? new Map<string, string>();
    cookies.set(host, jar);
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const index = pair.indexOf('=');
      const [name, value] = [pair.slice(0, index), pair.slice(index + 1)];
      const isGone = value === '' || attributes.some((one) => /expires=thu, 01 jan 1970/i.test(one.trim()));
      if (isGone) {
        jar.delete(name);
      } else {
        jar.set(name, value);
      }
    }
  }

  async function request(url: string, init: RequestInit = {}): Promise<Response> {
    const { host } = new URL(url);
    const cookie = [...(cookies.get(host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { ...headers, ...(cookie ? { cookie } : {}), ...init.headers },
    });
    store(host, response);
    return response;
  }

  return {
    cookies,
    request,
    async follow(url, until) {
      let next = url;
      for (let hops = 0; hops < 20; hops += 1) {
        if (until.some((prefix) => next.startsWith(prefix))) {
          return next;
        }
        const response = await request(next, { headers: { accept: 'text/html' } });
        const location = response.headers.get('location');
        if (!location) {
          throw new Error(
            `${next} answered ${response.status} without a redirect: ${(await response.text()).slice(0, 300)}`,
          );
        }
        next = new URL(location, next).href;
      }
      throw new Error('Too many redirects.');
    },
  };
}
