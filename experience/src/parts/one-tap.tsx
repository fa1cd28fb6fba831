import { useEffect } from 'react';
import { callbackOf } from '../platform/provider-way.ts';
import { useSettings } from '../platform/settings.ts';

const script = 'https://accounts.google.com/gsi/client';

/** Google's prompt, which posts its credential to our callback. Its script is loaded only if One Tap is enabled. */
export function OneTap() {
  const { experience, previewOrigin } = useSettings();
  const { googleOneTap } = experience;
  // The console's preview never signs in.
  const isEnabled = googleOneTap?.isEnabled === true && !previewOrigin;
  useEffect(() => {
    if (!isEnabled || document.querySelector(`script[src="${script}"]`)) {
      return;
    }
    document.head.append(Object.assign(document.createElement('script'), { src: script, async: true }));
  }, [isEnabled]);
  if (!isEnabled) {
    return null;
  }
  const { clientId, connectorId, autoSelect = false, closeOnTapOutside = true, itpSupport = true } = googleOneTap;
  return (
    <div
      id="g_id_onload"
      data-client_id={clientId}
      data-login_uri={callbackOf(connectorId)}
      data-auto_select={String(autoSelect)}
      data-cancel_on_tap_outside={String(closeOnTapOutside)}
      data-itp_support={String(itpSupport)}
    />
  );
}
