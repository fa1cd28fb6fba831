/**
 * The part of @xmldom/xmldom that the server uses. Its own types add those of browsers to the whole server, where they
 * clash with the types of Node. `tsconfig.json` maps the package to this file.
 */
export type XmlElement = {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly textContent: string | null;
  readonly parentNode: XmlElement | null;
  readonly childNodes: ArrayLike<XmlElement>;
  readonly attributes: ArrayLike<unknown>;
  hasAttribute(name: string): boolean;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  setAttributeNS(namespace: string, name: string, value: string): void;
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<XmlElement>;
  appendChild(child: XmlNode): void;
};
/** Nodes without content of their own that the server reads. */
type XmlNode = { readonly nodeType: number };
export type XmlDocument = {
  readonly nodeType: number;
  readonly documentElement: XmlElement | null;
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<XmlElement>;
  createElementNS(namespace: string, name: string): XmlElement;
  createTextNode(text: string): XmlNode;
  appendChild(child: XmlNode): void;
};
type Report = (message: string) => void;
export class DOMParser {
  constructor(options?: { errorHandler?: { warning?: Report; error?: Report; fatalError?: Report } });
  parseFromString(xml: string, type: string): XmlDocument | undefined;
}
export class DOMImplementation {
  createDocument(namespace: null, name: null, type: null): XmlDocument;
}
export class XMLSerializer {
  serializeToString(node: XmlDocument | XmlElement): string;
}
