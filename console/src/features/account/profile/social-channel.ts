/** Connects the page and the popup, because providers' COOP headers may cut `window.opener`. */
const channelName = 'postern:console:social';

export type SocialAnswer = Record<string, string>;

export function sendAnswer(answer: SocialAnswer): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(answer);
  channel.close();
}

export function listenForAnswers(onAnswer: (answer: SocialAnswer) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  // Only pages of this origin can post here, and only `sendAnswer` does.
  channel.onmessage = ({ data }: MessageEvent<SocialAnswer>) => onAnswer(data);
  return () => channel.close();
}
