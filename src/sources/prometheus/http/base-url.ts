import { prometheusFault } from './faults.ts';

/** Where Prometheus' API begins, taken apart. */
export interface BaseUrl {
  /** Without user and password, and without a slash at its end. */
  readonly url: URL;
  readonly user?: string;
  readonly password?: string;
  /** As it may be told: no user, no password, no query, as each may be a secret. */
  readonly shown: string;
}

/** Takes a configured URL apart. */
export function baseUrlOf(text: string): BaseUrl {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    // the text itself is not repeated: what cannot be parsed cannot be redacted
    throw prometheusFault('prometheus/unreachable', 'the URL of Prometheus is not one that begins with http(s)://');
  }
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  url.username = '';
  url.password = '';
  url.hash = '';
  url.pathname = url.pathname.replace(/\/+$/, '');
  return {
    url,
    shown: shownUrl(url),
    ...(user === '' ? {} : { user }),
    ...(password === '' ? {} : { password }),
  };
}

/** A URL as it may be told. */
export function shownUrl({ origin, pathname }: URL): string {
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}

/** One of the API's addresses; what the base carries as its query stays. */
export function endpointOf({ url }: BaseUrl, path: string, form: Readonly<Record<string, string>> = {}): URL {
  const endpoint = new URL(url);
  endpoint.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`;
  for (const [name, value] of Object.entries(form)) endpoint.searchParams.append(name, value);
  return endpoint;
}
