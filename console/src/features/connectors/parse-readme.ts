/** A part of a guide. Texts may still hold inline marks, see `parseInline`. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph' | 'code'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: Block[][] }
  | { kind: 'table'; head: string[]; rows: string[][] };

export type Inline =
  | { kind: 'text' | 'code' | 'strong' | 'emphasis'; text: string }
  | { kind: 'link'; text: string; href: string };

type Step = { block?: Block; next: number };

const fence = /^ {0,3}(`{3,}|~{3,})/;
const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/;
const item = /^( {0,3})([-*+]|\d{1,9}[.)])( +)(.*)$/;
const tableRule = /^ {0,3}\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;
const isBlank = (line: string) => line.trim() === '';

function readFence(lines: string[], at: number, mark: string): Step {
  const end = lines.findIndex((line, index) => index > at && line.trim().startsWith(mark));
  const stop = end < 0 ? lines.length : end;
  return { block: { kind: 'code', text: lines.slice(at + 1, stop).join('\n') }, next: stop + 1 };
}

function readIndented(lines: string[], at: number): Step {
  let next = at;
  while (next < lines.length && /^ {4}|^\s*$/.test(lines[next] ?? '')) {
    next += 1;
  }
  const text = lines.slice(at, next).map((line) => line.slice(4));
  return { block: { kind: 'code', text: text.join('\n').trimEnd() }, next };
}

const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());

function readTable(lines: string[], at: number): Step {
  let next = at + 2;
  while (next < lines.length && (lines[next] ?? '').includes('|')) {
    next += 1;
  }
  const rows = lines.slice(at + 2, next).map(cellsOf);
  return { block: { kind: 'table', head: cellsOf(lines[at] ?? ''), rows }, next };
}

/** The lines of an item: what is indented below it, and the rest of a paragraph that is not. */
function readItem(lines: string[], at: number, width: number): { content: string[]; next: number } {
  const content = [(lines[at] ?? '').slice(width)];
  let next = at + 1;
  while (next < lines.length) {
    const line = lines[next] ?? '';
    const isInside = line.startsWith(' '.repeat(width));
    const isLazy = !isBlank(line) && !isBlank(lines[next - 1] ?? '') && !startsBlock(line);
    if (!isInside && !isBlank(line) && !isLazy) {
      break;
    }
    content.push(isInside ? line.slice(width) : line.trimStart());
    next += 1;
  }
  return { content, next };
}

function readList(lines: string[], at: number, isOrdered: boolean): Step {
  const items: Block[][] = [];
  let next = at;
  for (;;) {
    const match = item.exec(lines[next] ?? '');
    if (!match || /\d/.test(match[2] ?? '') !== isOrdered) {
      return { block: { kind: 'list', isOrdered, items }, next };
    }
    const [, indent = '', mark = '', gap = ''] = match;
    const read = readItem(lines, next, indent.length + mark.length + gap.length);
    items.push(parseLines(read.content));
    next = read.next;
  }
}

const startsBlock = (line: string) => fence.test(line) || heading.test(line) || item.test(line);

function readParagraph(lines: string[], at: number): Step {
  let next = at + 1;
  while (next < lines.length && !isBlank(lines[next] ?? '') && !startsBlock(lines[next] ?? '')) {
    next += 1;
  }
  const text = lines.slice(at, next).map((line) => line.trim());
  return { block: { kind: 'paragraph', text: text.join(' ') }, next };
}

function readBlock(lines: string[], at: number): Step {
  const line = lines[at] ?? '';
  if (isBlank(line)) {
    return { next: at + 1 };
  }
  const mark = fence.exec(line)?.[1];
  if (mark) {
    return readFence(lines, at, mark);
  }
  const [, level = '', title = ''] = heading.exec(line) ?? [];
  if (level) {
    return { block: { kind: 'heading', level: level.length, text: title }, next: at + 1 };
  }
  const bullet = item.exec(line)?.[2];
  if (bullet) {
    return readList(lines, at, /\d/.test(bullet));
  }
  if (line.startsWith('    ')) {
    return readIndented(lines, at);
  }
  return line.includes('|') && tableRule.test(lines[at + 1] ?? '') ? readTable(lines, at) : readParagraph(lines, at);
}

function parseLines(lines: string[]): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const { block, next } = readBlock(lines, at);
    if (block) {
      blocks.push(block);
    }
    at = next;
  }
  return blocks;
}

/** The guide of a factory: the parts of Markdown that guides use. HTML in it stays text. */
export function parseReadme(markdown: string): Block[] {
  return parseLines(markdown.replaceAll('\r\n', '\n').replaceAll('\t', '    ').split('\n'));
}

const inline = /`([^`]+)`|\*\*([^*]+)\*\*|!?\[([^\]]*)\]\(([^()\s]+)[^()]*\)|<(https?:[^<>\s]+)>|\*([^*\s][^*]*)\*/g;

/** Only addresses that a guide may lead to; anything else stays words. */
const linkOrText = (text: string, href: string): Inline =>
  /^(https?:|mailto:)/i.test(href) ? { kind: 'link', text, href } : { kind: 'text', text };

export function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(inline)) {
    const [whole, code, strong, label, href, bare, emphasis] = match;
    if (match.index > at) {
      parts.push({ kind: 'text', text: text.slice(at, match.index) });
    }
    at = match.index + whole.length;
    if (code !== undefined) {
      parts.push({ kind: 'code', text: code });
    } else if (strong !== undefined) {
      parts.push({ kind: 'strong', text: strong });
    } else if (href !== undefined) {
      // A picture says what it shows; loading it would tell its host who reads.
      parts.push(whole.startsWith('!') ? { kind: 'text', text: label ?? '' } : linkOrText(label || href, href));
    } else if (bare !== undefined) {
      parts.push({ kind: 'link', text: bare, href: bare });
    } else {
      parts.push({ kind: 'emphasis', text: emphasis ?? '' });
    }
  }
  return at < text.length ? [...parts, { kind: 'text', text: text.slice(at) }] : parts;
}
