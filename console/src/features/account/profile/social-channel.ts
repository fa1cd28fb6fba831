/** Between the page and the window of the provider: policies of providers may cut the usual tie between windows. */
const channelName = 'postern:console:social';

export type SocialAnswer = Record<string, string>;

export function sendAnswer(answer: SocialAnswer): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(answer);
  channel.close();
}

export function listenForAnswers(onAnswer: (answer: SocialAnswer) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  // Only pages of this origin can write here, and `sendAnswer` is the only one that does.
  channel.onmessage = ({ data }: MessageEvent<SocialAnswer>) => onAnswer(data);
  return () => channel.close();
}
