import { type CallError, captchaMissing, isPassing, timedOut, unreachable } from '../platform/client.ts';
import { type Phrases, usePhrases } from '../platform/phrases.ts';
import { Icon } from './icons.tsx';

type AlertProps = { error: CallError | undefined; onRetry: () => void; onClose: () => void };

/** Floats above the card, so that nothing moves; stays until it is closed or the form is submitted again. */
export function Alert({ error, onRetry, onClose }: AlertProps) {
  const phrases = usePhrases();
  return (
    <div className="alert-place" role="alert">
      {error && (
        <div className="alert">
          <Icon name="alert" />
          <div className="alert-text">
            <p>{wordsFor(error, phrases)}</p>
            {error.requestId && error.code === 'request.server_error' && (
              <p className="alert-id">
                {phrases.error.request} <code>{error.requestId}</code>
              </p>
            )}
            {isPassing(error.code) && (
              <button type="button" className="link" onClick={onRetry}>
                {phrases.common.tryAgain}
              </button>
            )}
          </div>
          <button type="button" className="alert-close" aria-label={phrases.common.close} onClick={onClose}>
            <Icon name="x" size={18} />
          </button>
        </div>
      )}
    </div>
  );
}

export function wordsFor({ code, message }: CallError, { failure }: Phrases): string {
  const own: Record<string, string> = {
    [unreachable]: failure.unreachable,
    [timedOut]: failure.timedOut,
    [captchaMissing]: failure.captchaMissing,
    'session.captcha_failed': failure.captchaFailed,
    'session.captcha_required': failure.captchaRequired,
    'auth.exceed_user_limit': failure.userLimit,
  };
  return own[code] ?? (message || failure.unexpected);
}
