import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#platform/config/config';
import { isPublicAddress } from '#platform/egress/egress';

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * With METRICS_TOKEN, only requests with this token. Without it, only requests from the own network: a proxy in front
 * would otherwise publish the metrics together with the console. An unknown proxy hides the address of its client.
 */
export function mayReadMetrics({ metricsToken, trustProxy }: Config, { headers, ip }: FastifyRequest): boolean {
  if (metricsToken !== undefined) {
    return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${metricsToken}`));
  }
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isPublicAddress(ip) && (trustProxy !== false || !isForwarded);
}
