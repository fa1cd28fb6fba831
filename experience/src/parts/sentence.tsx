import { Fragment, type ReactNode } from 'react';

/** A phrase whose `{{names}}` are replaced by elements, such as links, in the order of the language. */
export function Sentence({ text, parts }: { text: string; parts: Record<string, ReactNode> }) {
  const pieces = text.split(/\{\{(\w+)\}\}/);
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a phrase never change their order
  return pieces.map((piece, index) => <Fragment key={index}>{index % 2 ? parts[piece] : piece}</Fragment>);
}
