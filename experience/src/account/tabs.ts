/** What tabs with the same account tell each other. */
export type TabNews = 'changed' | 'signed-out';

const channel = 'BroadcastChannel' in window ? new BroadcastChannel('postern:account') : undefined;

export const tellTabs = (news: TabNews) => channel?.postMessage(news);

/** Ends with the answer. Messages of the own tab are not heard. */
export function hearFromTabs(hear: (news: TabNews) => void): () => void {
  // Only these pages post here.
  const listener = ({ data }: MessageEvent) => hear(data as TabNews);
  channel?.addEventListener('message', listener);
  return () => channel?.removeEventListener('message', listener);
}
