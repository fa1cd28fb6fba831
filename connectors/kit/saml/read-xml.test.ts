import { expect, test } from 'vitest';
import { attributeOf, elementAt, elementsOf, readDocument, readXml, textIn } from './read-xml.ts';

const faultOf = (xml: string) => {
  try {
    readDocument(xml, (fault) => new Error(fault));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

const root = (xml: string) => readDocument(xml, (fault, message) => new Error(`${fault}: ${message}`));

test.each([
  ['nothing', ''],
  ['only text', 'metadata'],
  ['text before the root', 'x<a/>'],
  ['text after the root', '<a/>x'],
  ['two roots', '<a/><b/>'],
  ['an element that is not closed', '<a><b></a>'],
  ['a document that was cut off', '<a><b c="d"/>'],
  ['an end tag without a start', '<a><b></c></b></a>'],
  ['an end tag in other letters', '<a></A>'],
  ['an attribute without quotes', '<a b=c/>'],
  ['an attribute twice', '<a b="c" b="d"/>'],
  ['an unknown entity', '<a>&nbsp;</a>'],
  ['an & that is not escaped', '<a b="https://idp.example/?c=d&e=f"/>'],
  ['CDATA without end', '<a><![CDATA[b</a>'],
  ['a processing instruction without end', '<a/><?b'],
  ['a comment without end', '<a><!-- b</a>'],
])('refuses %s', (_what, xml) => {
  expect(faultOf(xml)).toBe('malformed');
});

test.each(['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', '<a><!ENTITY b SYSTEM "file:///etc/passwd"></a>'])(
  'refuses the DTD in %s',
  (xml) => {
    expect(faultOf(xml)).toBe('dtd');
  },
);

test('refuses more elements, attributes or namespaces than a process can read at once', () => {
  expect(faultOf(`<a>${'<b/>'.repeat(20_000)}</a>`)).toBe('too_complex');
  expect(faultOf(`<a>${'<b xmlns="c"/>'.repeat(501)}</a>`)).toBe('too_complex');
});

test('needs little time for quotes and brackets that look like tags', () => {
  const start = process.cpuUsage();
  for (const part of ['<b c="', '<!--', '<![CDATA[', '<?', '&', `"'`, `<b c='"' d="'"/>`]) {
    faultOf(`<a>${part.repeat(19_000)}</a>`);
  }
  expect(process.cpuUsage(start).user).toBeLessThan(3_000_000);
});

test('accepts comments, CDATA, references and a byte order mark', () => {
  const xml =
    '\uFEFF<?xml version="1.0"?>\n<!-- a & b </c> --><a b="c&amp;d&#38;e>\'"><![CDATA[<f> & g]]><!-- " --> h</a>\n';
  expect(textIn(root(xml))).toBe('<f> & g h');
  expect(attributeOf(root(xml), 'b')).toBe("c&d&e>'");
});

test('finds elements by local name, and skips those without attributes and content', () => {
  const found = root('<p:a xmlns:p="urn:p"><p:b/><q:b> </q:b><b>1</b><q:b c=""><d>2</d></q:b></p:a>');
  expect(elementsOf(found, 'b').map((one) => textIn(one))).toEqual(['1', undefined]);
  expect(elementsOf(found, 'b').map((one) => attributeOf(one, 'c'))).toEqual([undefined, '']);
  expect(textIn(elementAt(elementsOf(found, 'b')[1], 'd'))).toBe('2');
  expect(elementAt(found, 'x', 'y')).toBeUndefined();
});

test('messages may contain an & that is not escaped: some senders do not escape addresses', () => {
  const message = readXml('<a b="https://app.example/?c=d&e=f"/>', (_fault, text) => new Error(text));
  expect(attributeOf(message, 'b')).toBe('https://app.example/?c=d&e=f');
});
