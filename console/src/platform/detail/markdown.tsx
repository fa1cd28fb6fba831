import { marked, type Token, type Tokens } from 'marked';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { CodeBlock } from './code-block.tsx';
import classes from './markdown.module.css';

/** Names the code of the text for screen readers. */
const CodeLabel = createContext('');

type MarkdownProps = { text: string; codeLabel: string; lang?: string; hasTitle?: boolean };

/**
 * Markdown whose author is not trusted: HTML is shown as text, pictures are not loaded. With `hasTitle` the text starts
 * with a title that the page already shows.
 */
export function Markdown({ text, codeLabel, lang, hasTitle = false }: MarkdownProps) {
  const tokens = useMemo(() => {
    const all = marked.lexer(text);
    return hasTitle ? withoutTitle(all) : all;
  }, [text, hasTitle]);
  return (
    <CodeLabel value={codeLabel}>
      <div className={classes.markdown} lang={lang}>
        <Parts tokens={tokens} />
      </div>
    </CodeLabel>
  );
}

function withoutTitle(tokens: Token[]): Token[] {
  const first = tokens.findIndex(({ type }) => type !== 'space');
  const title = tokens[first];
  return title?.type === 'heading' && title.depth === 1 ? tokens.slice(first + 1) : tokens;
}

function Parts({ tokens = [] }: { tokens: Token[] | undefined }): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a fixed text never move
  return tokens.map((token, index) => <Part key={index} token={token} />);
}

const marks = { paragraph: 'p', strong: 'strong', em: 'em', del: 'del', blockquote: 'blockquote' } as const;
const isMark = (type: string): type is keyof typeof marks => Object.hasOwn(marks, type);

function Part({ token }: { token: Token }): ReactNode {
  const codeLabel = useContext(CodeLabel);
  if (isMark(token.type)) {
    const Mark = marks[token.type];
    return (
      <Mark>
        <Parts tokens={(token as Tokens.Generic).tokens} />
      </Mark>
    );
  }
  switch (token.type) {
    case 'heading': {
      const Heading = token.depth <= 2 ? 'h3' : 'h4';
      return (
        <Heading>
          <Parts tokens={token.tokens} />
        </Heading>
      );
    }
    case 'code':
      return <CodeBlock label={codeLabel} text={token.text} />;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'list':
      return <ListView list={token as Tokens.List} />;
    case 'table':
      return <TableView table={token as Tokens.Table} />;
    case 'link':
      return <LinkView link={token as Tokens.Link} />;
    case 'br':
      return <br />;
    case 'hr':
      return <hr />;
    case 'space':
    case 'def':
      return null;
    default:
      return 'tokens' in token && token.tokens ? <Parts tokens={token.tokens} /> : textOf(token);
  }
}

/** Shows the alt text of a picture; loading it would reveal the reader to its host. */
const textOf = (token: Token): string => ('text' in token ? token.text : token.raw);

function ListView({ list }: { list: Tokens.List }) {
  const List = list.ordered ? 'ol' : 'ul';
  return (
    <List>
      {list.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a fixed text never move
        <li key={index}>
          <Parts tokens={item.tokens} />
        </li>
      ))}
    </List>
  );
}

function TableView({ table: { header, rows } }: { table: Tokens.Table }) {
  return (
    <div className={classes.table}>
      <table>
        <thead>
          <tr>
            {header.map((cell) => (
              <th key={cell.text}>
                <Parts tokens={cell.tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.map(({ text }) => text).join('|')}>
              {row.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
                <td key={index}>
                  <Parts tokens={cell.tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Links only to allowed addresses; anything else becomes plain text. */
function LinkView({ link }: { link: Tokens.Link }) {
  return /^(https?:|mailto:)/i.test(link.href) ? (
    <a className="link" href={link.href} target="_blank" rel="noreferrer">
      <Parts tokens={link.tokens} />
    </a>
  ) : (
    <Parts tokens={link.tokens} />
  );
}
