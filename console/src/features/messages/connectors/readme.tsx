import { Drawer } from '@mantine/core';
import type { Connector } from '@postern/contracts/messages/connectors';
import { marked, type Token, type Tokens } from 'marked';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '#platform/detail/code-block.tsx';
import { CloseButton } from '#platform/ui/icon-button.tsx';
import classes from './connectors.module.css';
import { sayIn } from './shared/say-in.ts';

/**
 * The guide of a factory, which may come from a third-party package: HTML is shown as text, pictures are not loaded.
 */
export function Readme({ markdown }: { markdown: string }) {
  const tokens = useMemo(() => withoutTitle(marked.lexer(markdown)), [markdown]);
  return (
    <div className={classes.readme} lang="en">
      <Parts tokens={tokens} />
    </div>
  );
}

/** The page already has a title. */
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
  const { t } = useTranslation();
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
      return <CodeBlock label={t('connectors.guide.code')} text={token.text} />;
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
    <div className={classes.readmeTable}>
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

type ReadmeDrawerProps = { opened: boolean; onClose: () => void; connector: Connector };

/** The guide of a connector, in a drawer over its settings. */
export function ReadmeDrawer({ opened, onClose, connector }: ReadmeDrawerProps) {
  const { t, i18n } = useTranslation();
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="right"
      size="min(560px, 100%)"
      padding={0}
      classNames={{ content: classes.drawer ?? '', overlay: classes.scrim ?? '' }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        <div className={classes.drawerHead}>
          <Drawer.Title component="h2" className={classes.drawerTitle}>
            {t('connectors.guide.title', { name: sayIn(connector.name, i18n.language) })}
          </Drawer.Title>
          <CloseButton label={t('actions.close')} onClick={onClose} />
        </div>
        <Drawer.Body className={classes.drawerBody}>
          <Readme markdown={connector.readme} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
