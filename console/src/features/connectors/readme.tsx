import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '#platform/detail/code-block.tsx';
import classes from './connectors.module.css';
import { type Block, parseInline, parseReadme } from './parse-readme.ts';

/** The guide of a factory. Its title is left out: the page has it. */
export function Readme({ markdown }: { markdown: string }) {
  const blocks = useMemo(() => {
    const [first, ...rest] = parseReadme(markdown);
    return first?.kind === 'heading' && first.level === 1 ? rest : [...(first ? [first] : []), ...rest];
  }, [markdown]);
  return (
    <div className={classes.readme} lang="en">
      <Blocks blocks={blocks} />
    </div>
  );
}

function Blocks({ blocks }: { blocks: readonly Block[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a fixed text never move
  return blocks.map((block, index) => <BlockView key={index} block={block} />);
}

function BlockView({ block }: { block: Block }) {
  const { t } = useTranslation();
  switch (block.kind) {
    case 'heading':
      return block.level <= 2 ? (
        <h3>
          <Words text={block.text} />
        </h3>
      ) : (
        <h4>
          <Words text={block.text} />
        </h4>
      );
    case 'paragraph':
      return (
        <p>
          <Words text={block.text} />
        </p>
      );
    case 'code':
      return <CodeBlock label={t('connectors.guide.code')} text={block.text} />;
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a fixed text never move
            <li key={index}>
              <Blocks blocks={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return <TableView head={block.head} rows={block.rows} />;
  }
}

function TableView({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <div className={classes.readmeTable}>
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell}>
                <Words text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join('|')}>
              {row.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                <td key={index}>
                  <Words text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const marks = { code: 'code', strong: 'strong', emphasis: 'em', text: Fragment } as const;

function Words({ text }: { text: string }) {
  return parseInline(text).map((part, index) => {
    if (part.kind === 'link') {
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a fixed text never move
        <a key={index} className="link" href={part.href} target="_blank" rel="noreferrer">
          {part.text}
        </a>
      );
    }
    const Mark = marks[part.kind];
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a fixed text never move
    return <Mark key={index}>{part.text}</Mark>;
  });
}
