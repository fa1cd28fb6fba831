/**
 * The few parts of a DOM that Preact needs to render. Preact's own renderer runs on them, so the HTML of the server and the
 * elements of the browser come from the same code, and the identifiers in them are the same.
 */
class Node {
  parentNode: Element | null = null;

  get nextSibling(): Node | null {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  remove(): void {
    this.parentNode?.removeChild(this);
  }
}

class Text extends Node {
  readonly nodeType = 3;
  data: string;

  constructor(data: unknown) {
    super();
    this.data = String(data);
  }
}

/** Properties whose attributes have another name. */
const attributes: Record<string, string> = { className: 'class', htmlFor: 'for', defaultValue: 'value' };

class Element extends Node {
  readonly nodeType = 1;
  readonly childNodes: Node[] = [];
  readonly attributes = new Map<string, string>();
  readonly style = {};
  readonly localName: string;
  readonly namespaceURI: string;
  readonly ownerDocument: typeof elements;

  constructor(namespace: string, name: string) {
    super();
    this.namespaceURI = namespace;
    this.localName = name;
    this.ownerDocument = elements;
  }

  get firstChild(): Node | null {
    return this.childNodes[0] ?? null;
  }

  setAttribute(name: string, value: unknown): void {
    const isFlag = value === true && !/^(aria|data)-/.test(name);
    // Names of SVG have capitals.
    const attribute = attributes[name] ?? (this.namespaceURI.endsWith('svg') ? name : name.toLowerCase());
    this.attributes.set(attribute, isFlag ? '' : String(value));
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  insertBefore(node: Node, before: Node | null): Node {
    node.remove();
    node.parentNode = this;
    const index = before ? this.childNodes.indexOf(before) : -1;
    this.childNodes.splice(index < 0 ? this.childNodes.length : index, 0, node);
    return node;
  }

  appendChild(node: Node): Node {
    return this.insertBefore(node, null);
  }

  removeChild(node: Node): Node {
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    node.parentNode = null;
    return node;
  }

  addEventListener(): void {}

  removeEventListener(): void {}
}

const elements = {
  createElementNS: (namespace: string, name: string) => new Element(namespace, name),
  createTextNode: (data: unknown) => new Text(data),
};

export const createPlace = () => elements.createElementNS('http://www.w3.org/1999/xhtml', 'div');

const empty = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'source']);

const escapeText = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

function print(node: Node, choice?: string): string {
  if (node instanceof Text) {
    return escapeText(node.data);
  }
  if (!(node instanceof Element)) {
    return '';
  }
  const { localName: name } = node;
  const value = node.attributes.get('value');
  const pairs = [...node.attributes]
    .filter(([one]) => !(name === 'select' && one === 'value'))
    .map(([one, text]) => ` ${one}="${escapeText(text)}"`);
  const open = `<${name}${pairs.join('')}${name === 'option' && value === choice ? ' selected' : ''}>`;
  return empty.has(name) ? open : `${open}${printAll(node, name === 'select' ? value : choice)}</${name}>`;
}

const printAll = ({ childNodes }: Element, choice?: string) => childNodes.map((node) => print(node, choice)).join('');

/** The HTML of what was rendered. */
export const printChildren = (place: Element): string => printAll(place);
