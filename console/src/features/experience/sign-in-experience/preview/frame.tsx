import { useElementSize } from '@mantine/hooks';
import type { Translation } from '@postern/contracts/experience/custom-phrases';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenantEndpoint } from '#platform/client/use-tenant-endpoint.ts';
import type { Draft } from './draft.tsx';
import { messageFor, type View } from './message.ts';
import classes from './preview.module.css';

/** The viewport size of the page, in pixels. */
const sizes = { web: { width: 640, height: 780 }, mobile: { width: 390, height: 760 } } as const;
const chromeHeight = 30;

/** The page sends this once it listens. */
const isReady = (data: unknown) =>
  typeof data === 'object' && data !== null && 'sender' in data && data.sender === 'ac_preview_ready';

/** The server derives data from these settings, such as provider buttons, so a change reloads the page. */
const derivedFrom = ({ socialSignInConnectorTargets, forgotPasswordMethods, signIn }: SignInExperience) =>
  JSON.stringify([socialSignInConnectorTargets, forgotPasswordMethods, signIn]);

type PreviewFrameProps = {
  stored: SignInExperience;
  draft: Draft;
  view: View;
  /** The tenant's saved phrases in the language of the view. */
  saved: Translation | undefined;
};

/** The sign-in page in a window frame, scaled to the available space. */
export function PreviewFrame({ stored, draft, view, saved }: PreviewFrameProps) {
  const { t } = useTranslation();
  const endpoint = useTenantEndpoint();
  const { ref: stage, width, height } = useElementSize();
  const frame = useRef<HTMLIFrameElement>(null);
  const message = messageFor(stored, draft, view, saved);
  const text = JSON.stringify(message);
  const tell = useCallback(() => {
    if (endpoint) {
      frame.current?.contentWindow?.postMessage(JSON.parse(text), new URL(endpoint).origin);
    }
  }, [endpoint, text]);
  useEffect(tell, [tell]);
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      if (source !== null && source === frame.current?.contentWindow && isReady(data)) {
        tell();
      }
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, [tell]);
  const size = sizes[view.platform];
  const scale = Math.min(1, width / size.width, Math.max(0, height - chromeHeight) / size.height);
  return (
    <div className={classes.stage}>
      <div ref={stage} className={classes.room}>
        <div className={classes.window} data-platform={view.platform} style={{ inlineSize: size.width * scale }}>
          <div className={classes.chrome} aria-hidden>
            <i />
            <i />
            <i />
            <span className="truncate">{endpoint && new URL(endpoint).host}</span>
          </div>
          <div className={classes.view} style={{ blockSize: size.height * scale }}>
            {endpoint && scale > 0 && (
              <iframe
                key={derivedFrom(stored)}
                ref={frame}
                className={classes.frame}
                style={{ inlineSize: size.width, blockSize: size.height, scale: String(scale) }}
                title={t('signInExperience.preview.frame')}
                src={`${endpoint}/sign-in?preview=true`}
                sandbox="allow-scripts allow-same-origin"
                tabIndex={-1}
              />
            )}
          </div>
        </div>
      </div>
    </div>
  );
}
