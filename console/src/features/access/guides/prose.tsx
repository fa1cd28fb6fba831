/** Renders a sentence; text between backticks is code. */
export function Prose({ text }: { text: string }) {
  return (
    <p>
      {text.split('`').map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a fixed sentence never move
          <code key={index}>{part}</code>
        ) : (
          part
        ),
      )}
    </p>
  );
}
