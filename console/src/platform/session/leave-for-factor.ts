import { config } from '../config.ts';

const page = `${config.base}second-factor`;

/** Shows the page that leads to a second factor. The request that was refused never ends, so nothing else reports it. */
export function leaveForFactor(): Promise<never> {
  if (location.pathname !== page) {
    history.pushState(null, '', page);
    dispatchEvent(new PopStateEvent('popstate'));
  }
  return new Promise<never>(() => {});
}
