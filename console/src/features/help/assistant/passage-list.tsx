import type { Passage } from '@postern/contracts/help/assistant';
import { config } from '#platform/config.ts';
import classes from './assistant.module.css';

type PassageListProps = { passages: readonly Passage[]; hasExcerpts: boolean };

/** Sections of the documentation, with the words of the question marked in the excerpts. */
export function PassageList({ passages, hasExcerpts }: PassageListProps) {
  return (
    <ol className={classes.sources}>
      {passages.map(({ title, heading, path, excerpt }) => (
        <li key={path}>
          <a className="link" href={`${config.docsUrl}/${path}`} target="_blank" rel="noreferrer">
            {heading || title}
          </a>
          {heading && <span className={classes.page}>{title}</span>}
          {hasExcerpts && excerpt.length > 0 && (
            <p className={classes.excerpt} lang="en">
              {excerpt.map(({ text, isMatch }, at) =>
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a fixed text never move
                isMatch ? <mark key={at}>{text}</mark> : text,
              )}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
