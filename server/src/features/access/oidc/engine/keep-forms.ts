import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isSameText } from '#platform/secrets/vault';

/** What a page of the engine with a form stores in the session: its secret, and where a sign-out continues. */
type Form = { secret: string };
type Holder = { state?: Form | undefined; forms?: Form[] };

/** Enough for the tabs of a person. The oldest form is forgotten, and its tab says so. */
const most = 6;

/**
 * The engine stores one form per session, so a page in another tab would end that of the first one: a device that is
 * connected, or a sign-out. Here a form is found by the secret that it was sent with.
 */
export function keepForms({ Session }: Provider): void {
  const get = Session.get.bind(Session);
  Session.get = async (ctx) => {
    const session = await get(ctx);
    const holder = session as Holder;
    // A node of the previous release stores the latest form only.
    let forms = holder.forms ?? (holder.state ? [holder.state] : []);
    let written: { state: Form | undefined } | undefined;
    const read = () => {
      const { params } = (ctx as Partial<KoaContextWithOIDC>).oidc ?? {};
      const sent = params?.xsrf;
      return sent === undefined ? forms[0] : forms.find(({ secret }) => isSameText(sent, secret));
    };
    const current = () => (written ? written.state : read());
    Object.defineProperty(session, 'state', {
      enumerable: true,
      configurable: true,
      get: current,
      set: (state: Form | undefined) => {
        const previous = current();
        forms = state ? [state, ...forms].slice(0, most) : forms.filter((form) => form !== previous);
        written = { state };
        holder.forms = forms;
      },
    });
    return session;
  };
}
