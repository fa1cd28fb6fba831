/** Messages between tabs with the same account. */
export type TabNews = 'changed' | 'signed-out';

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('postern:account') : undefined;

export const tellTabs = (news: TabNews) => channel?.postMessage(news);

/** Subscribes until the returned function is called. A tab does not receive its own messages. */
export function hearFromTabs(hear: (news: TabNews) => void): () => void {
  // Only these pages post to this channel.
  const listener = ({ data }: MessageEvent) => hear(data as TabNews);
  channel?.addEventListener('message', listener);
  return () => channel?.removeEventListener('message', listener);
}
