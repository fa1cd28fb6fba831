import type { SsoSetup } from '@postern/contracts/people/sso-setup';
import { createContext, use } from 'react';
import { useSending } from '../parts/use-sending.ts';
import type { CallError } from '../platform/client.ts';

type Portal = {
  setup: SsoSetup;
  /** Shows what the server answered. */
  update: (setup: SsoSetup) => void;
  /** Goes to the next step. */
  next: () => void;
  /** The link has expired or was revoked meanwhile. */
  end: (failure: CallError) => void;
};

export const PortalContext = createContext<Portal | undefined>(undefined);

export function usePortal(): Portal {
  const portal = use(PortalContext);
  if (!portal) {
    throw new Error('usePortal needs a PortalContext.');
  }
  return portal;
}

/** Errors after which nothing can be done with the link. */
export const isEnd = ({ code }: CallError) => code === 'sso_setup.no_session' || code === 'sso_setup.link_ended';

/** Sends a change of the portal. Failures that end the portal replace it; others become an alert. */
export function useChange() {
  const { end } = usePortal();
  return useSending(
    (failure) => {
      if (isEnd(failure)) {
        end(failure);
      }
      return isEnd(failure);
    },
    { stays: true },
  );
}

/** The same for forms: the codes that end the portal, for `place`. */
export function useEnding() {
  const { end } = usePortal();
  const endWith = (failure: CallError) => {
    end(failure);
    return {};
  };
  return { 'sso_setup.no_session': endWith, 'sso_setup.link_ended': endWith };
}
