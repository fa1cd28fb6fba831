import { accountCenterAppId } from '@postern/contracts/wire';
import { useEffect } from 'react';
import { findCallbackLink, linkWith } from '../../parts/callback-link.ts';
import { endOfLink, takeLinkAnswer } from '../../platform/link-way.ts';
import { findWay, saveWay } from '../../platform/provider-way.ts';
import { load, navigate, type Params } from '../../platform/router.ts';
import { useSettings } from '../../platform/settings.ts';
import { endOfWay, foreignMark, readAnswer } from './read-answer.ts';

/** The redirect URI of providers. Removes the response from the URL and the history, and continues. */
export function ReturnPage({ params: { connectorId = '' } }: { params: Params }) {
  const { application, experience } = useSettings();
  const { signInMode } = experience;
  const shownId = application?.id ?? accountCenterAppId;
  useEffect(() => {
    const answer = readAnswer(window.location);
    const link = findCallbackLink(connectorId, answer.state);
    if (link) {
      window.location.replace(linkWith(link, answer));
      return;
    }
    if (takeLinkAnswer(connectorId, answer)) {
      window.location.replace(endOfLink(connectorId));
      return;
    }
    const way = endOfWay(findWay(connectorId), answer, signInMode === 'Register' ? 'Register' : 'SignIn');
    if (way) {
      saveWay(connectorId, way);
    }
    const search = way ? way.search || '?' : foreignMark;
    const path = `/callback/social/${encodeURIComponent(connectorId)}${search}`;
    // The server does not know the tab of a provider's redirect: it may have rendered the application of another one.
    if ((new URLSearchParams(search).get('app_id') ?? shownId) === shownId) {
      navigate(path, { replace: true });
    } else {
      load(path);
    }
  }, [connectorId, signInMode, shownId]);
  return null;
}
