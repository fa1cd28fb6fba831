import { useCaptchaStatus } from '../platform/captcha-status.ts';
import { usePhrases } from '../platform/phrases.ts';
import { Icon } from './icons.tsx';

/** Shows that the built-in captcha works by itself; keeps its room, so that nothing moves. */
export function CaptchaLine() {
  const { common } = usePhrases();
  const status = useCaptchaStatus();
  return (
    <p className="captcha-line" role="status">
      {status === 'working' && common.captchaWorking}
      {status === 'done' && (
        <>
          <span className="met">
            <Icon name="check" size={16} />
          </span>
          {common.captchaDone}
        </>
      )}
    </p>
  );
}
