/** Languages that are counted separately. A fixed list, because browsers can send any text. */
const counted = new Set(
  (
    'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl no pl pt ro ru sk sl sr sv ta th ' +
    'tr uk ur vi zh'
  ).split(' '),
);

/** The language that a browser prefers, by its first tag, without script and country. */
export function languageOf(acceptLanguage: string | undefined): string {
  const [language = ''] = (acceptLanguage ?? '')
    .trim()
    .toLowerCase()
    .split(/[-,;\s]/);
  return counted.has(language) ? language : 'other';
}
