import { usePhrases } from '../platform/phrases.ts';
import { CopyButton } from './copy-and-save.tsx';
import './factors.css';

/** The secret of an authenticator app, as QR code and as text in groups of four. */
export function AuthenticatorKey({ secret, secretQrCode }: { secret: string; secretQrCode: string }) {
  const { factors: words } = usePhrases();
  return (
    <>
      <img className="qr" src={secretQrCode} alt={words.qr} width={184} height={184} />
      <div className="key-line">
        <span>{words.key}</span>
        <code dir="ltr">{secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={secret} />
      </div>
    </>
  );
}
