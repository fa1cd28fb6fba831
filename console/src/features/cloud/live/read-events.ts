import { LiveEvent } from '@postern/contracts/cloud/live';

/** Takes whole messages off the text of an event stream; answers the events and what is left of the text. */
export function takeEvents(text: string): { events: LiveEvent[]; rest: string } {
  const messages = text.split('\n\n');
  const rest = messages.pop() ?? '';
  const events = messages.flatMap((message) => {
    const data = message
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => line.slice('data: '.length))
      .join('\n');
    // A kind of event that a newer server knows says nothing here.
    const parsed = data ? LiveEvent.safeParse(JSON.parse(data)) : undefined;
    return parsed?.success ? [parsed.data] : [];
  });
  return { events, rest };
}
