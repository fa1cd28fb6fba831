import { useEffect, useState } from 'react';
import { usePhrases } from '../platform/phrases.ts';
import { Icon } from './icons.tsx';
import './button.css';

const shownMs = 3000;

/** Copies a text to the clipboard. If the browser refuses, people can select the text themselves. */
export function CopyButton({ text }: { text: string }) {
  const { factors: words } = usePhrases();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    const timer = isCopied ? setTimeout(() => setCopied(false), shownMs) : undefined;
    return () => clearTimeout(timer);
  }, [isCopied]);
  if (!('clipboard' in navigator)) {
    return null;
  }
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <button type="button" className="button small" onClick={() => void copy()}>
        <Icon name={isCopied ? 'check' : 'copy'} size={16} />
        {isCopied ? words.copied : words.copy}
      </button>
      <span className="visually-hidden" role="status">
        {isCopied && words.copied}
      </span>
    </>
  );
}

/** Downloads a file in the browser. */
export function saveFile(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href, download: name });
  link.click();
  // The browser reads the URL after this task.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
