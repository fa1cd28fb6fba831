import { createHmac } from 'node:crypto';
import { webhookSignatureHeader } from '@postern/contracts/wire';

type Signed = {
  deliveryId: string;
  body: string;
  signingKey: string;
  /** A replaced key whose overlap has not ended. */
  previousKey?: string | undefined;
  /** Milliseconds since 1970. */
  at: number;
};

/**
 * Two signatures: the hex one of the wire covers only the body, so it cannot detect a replay. The other follows the
 * Standard Webhooks specification: it covers the id, the time and the body, and there is one per valid key. That
 * specification reads keys as base64.
 */
export function signatureHeaders({ deliveryId, body, signingKey, previousKey, at }: Signed): Record<string, string> {
  const seconds = String(Math.floor(at / 1000));
  const keys = previousKey === undefined ? [signingKey] : [signingKey, previousKey];
  const signatures = keys.map((key) => {
    const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(`${deliveryId}.${seconds}.${body}`);
    return `v1,${signature.digest('base64')}`;
  });
  return {
    [webhookSignatureHeader]: createHmac('sha256', signingKey).update(body).digest('hex'),
    'webhook-id': deliveryId,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  };
}
