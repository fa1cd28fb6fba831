import { LiveEvent } from '@postern/contracts/cloud/live';

/** Takes complete messages from the text of an event stream; returns the events and the remaining text. */
export function takeEvents(text: string): { events: LiveEvent[]; rest: string } {
  const messages = text.split('\n\n');
  const rest = messages.pop() ?? '';
  const events = messages.flatMap((message) => {
    const data = message
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => line.slice('data: '.length))
      .join('\n');
    // Unknown event types of a newer server are ignored.
    const parsed = data ? LiveEvent.safeParse(JSON.parse(data)) : undefined;
    return parsed?.success ? [parsed.data] : [];
  });
  return { events, rest };
}
