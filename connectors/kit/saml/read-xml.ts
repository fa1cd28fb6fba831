import { DOMParser, type XmlElement } from '@xmldom/xmldom';

export type XmlFault = 'too_complex' | 'dtd' | 'malformed';

/** The error for a document that is not read. `message` is for details. */
type Refuse = (fault: XmlFault, message: string) => Error;

/** Far more than messages and metadata have. The parser takes quadratic time for nested declarations. */
const maxNamespaces = 500;

/** Tags and attributes: more than a list of groups has. Parsers and the library need milliseconds for each thousand. */
const maxParts = 20_000;

export const countOf = (xml: string, pattern: RegExp): number => xml.match(pattern)?.length ?? 0;

/** Whether a parser would block the process. */
export const isTooComplex = (xml: string): boolean =>
  countOf(xml, /<|=\s*["']/g) > maxParts || countOf(xml, /xmlns/g) > maxNamespaces;

/** Documents with a DTD can contain entities that read files or grow without limit. */
export const hasDtd = (xml: string): boolean => /<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(xml);

/** Parses XML. Anything that the parser complains about is an error. */
export function readXml(xml: string, refuse: Refuse): XmlElement {
  if (isTooComplex(xml)) {
    throw refuse('too_complex', 'it has too many elements');
  }
  // The parser would search the rest of the document for the end of each.
  if (xml.lastIndexOf('<?') > xml.lastIndexOf('?>')) {
    throw refuse('malformed', 'a processing instruction has no end');
  }
  let complaint = '';
  const stop = (message: string) => {
    // The parser reports what is thrown here once more.
    complaint ||= message;
    throw new Error(message);
  };
  const parser = new DOMParser({ errorHandler: { warning: stop, error: stop, fatalError: stop } });
  let root: XmlElement | null | undefined;
  try {
    root = parser.parseFromString(xml, 'text/xml')?.documentElement;
  } catch {
    throw refuse('malformed', complaint.slice(0, 100) || 'it cannot be read');
  }
  if (!root) {
    throw refuse('malformed', 'it is empty');
  }
  return root;
}

/** Comments, CDATA and processing instructions, whose content is not markup. */
const sections = /<!--.*?(?:-->|$)|<!\[CDATA\[.*?(?:\]\]>|$)|<\?.*?(?:\?>|$)/gs;

const tag = /<(?:"[^"]*"|'[^']*'|[^"'>])*>/g;

/** Whether a document that was parsed has errors that the parser passes over: it ignores end tags without a start. */
function isMalformed(xml: string): boolean {
  const markup = xml.replace(sections, '');
  const tags = (markup.match(tag) ?? []).filter((one) => !one.endsWith('/>'));
  const ends = tags.filter((one) => one.startsWith('</'));
  return (
    !xml.startsWith('<') ||
    !xml.endsWith('>') ||
    xml.lastIndexOf('<![CDATA[') > xml.lastIndexOf(']]>') ||
    tags.length !== 2 * ends.length ||
    /&(?!(?:#\d+|#x[\da-f]+|[\w.:-]+);)/i.test(markup)
  );
}

/** Parses a document that was pasted into a form or downloaded, such as metadata: it must be XML without a DTD. */
export function readDocument(given: string, refuse: Refuse): XmlElement {
  const xml = given.replace(/^\uFEFF/, '').trim();
  if (hasDtd(xml)) {
    throw refuse('dtd', 'it contains a DTD');
  }
  const root = readXml(xml, refuse);
  if (isMalformed(xml)) {
    throw refuse(
      'malformed',
      'it has text outside of its elements, an end tag without a start, or an & that is not escaped',
    );
  }
  return root;
}

/** The text and CDATA directly in an element; undefined if it is blank. It does not descend, so nesting costs nothing. */
export function textIn(element: XmlElement | undefined): string | undefined {
  const text = Array.from(element?.childNodes ?? [])
    .filter(({ nodeType }) => nodeType === 3 || nodeType === 4)
    .map(({ textContent }) => textContent ?? '')
    .join('');
  return text.trim() === '' ? undefined : text;
}

export const attributeOf = (element: XmlElement | undefined, name: string): string | undefined =>
  element?.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined;

const isElement = ({ nodeType }: XmlElement) => nodeType === 1;

const hasContent = (element: XmlElement) =>
  element.attributes.length > 0 || Array.from(element.childNodes).some(isElement) || textIn(element) !== undefined;

/** Child elements with this name in any namespace. Those without attributes and content say nothing. */
export const elementsOf = (parent: XmlElement | undefined, name: string): XmlElement[] =>
  Array.from(parent?.childNodes ?? []).filter((node) => isElement(node) && node.localName === name && hasContent(node));

/** The first element below `parent` on this path. */
export const elementAt = (parent: XmlElement | undefined, ...path: string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((found, name) => elementsOf(found, name)[0], parent);
