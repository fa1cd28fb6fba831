/** Regions and their calling codes (ITU-T E.164), in one text because a table of objects would weigh three times as much. */
const table =
  'AC247AD376AE971AF93AG1AI1AL355AM374AO244AR54AS1AT43AU61AW297AX358AZ994BA387BB1BD880BE32BF226BG359' +
  'BH973BI257BJ229BL590BM1BN673BO591BQ599BR55BS1BT975BW267BY375BZ501CA1CC61CD243CF236CG242CH41CI225' +
  'CK682CL56CM237CN86CO57CR506CU53CV238CW599CX61CY357CZ420DE49DJ253DK45DM1DO1DZ213EC593EE372EG20EH212' +
  'ER291ES34ET251FI358FJ679FK500FM691FO298FR33GA241GB44GD1GE995GF594GG44GH233GI350GL299GM220GN224GP590' +
  'GQ240GR30GT502GU1GW245GY592HK852HN504HR385HT509HU36ID62IE353IL972IM44IN91IO246IQ964IR98IS354IT39JE44' +
  'JM1JO962JP81KE254KG996KH855KI686KM269KN1KP850KR82KW965KY1KZ7LA856LB961LC1LI423LK94LR231LS266LT370' +
  'LU352LV371LY218MA212MC377MD373ME382MF590MG261MH692MK389ML223MM95MN976MO853MP1MQ596MR222MS1MT356MU230' +
  'MV960MW265MX52MY60MZ258NA264NC687NE227NF672NG234NI505NL31NO47NP977NR674NU683NZ64OM968PA507PE51PF689' +
  'PG675PH63PK92PL48PM508PR1PS970PT351PW680PY595QA974RE262RO40RS381RU7RW250SA966SB677SC248SD249SE46SG65' +
  'SH290SI386SJ47SK421SL232SM378SN221SO252SR597SS211ST239SV503SX1SY963SZ268TA290TC1TD235TG228TH66TJ992' +
  'TK690TL670TM993TN216TO676TR90TT1TV688TW886TZ255UA380UG256US1UY598UZ998VA39VC1VE58VG1VI1VN84VU678' +
  'WF681WS685XK383YE967YT262ZA27ZM260ZW263';

const codes = new Map(Array.from(table.matchAll(/([A-Z]{2})(\d+)/g), ([, region = '', code = '']) => [region, code]));

export const callingCodeOf = (region: string) => codes.get(region);

/** Where the zero in front belongs to the number. */
const keepsZero = new Set(['BJ', 'CG', 'CI', 'GA', 'IT', 'SM', 'VA']);
/** Where something else than a zero is dialed in front within the country. */
const otherPrefixes: Record<string, RegExp> = {
  BY: /^80?(?=\d{9}$)/,
  HU: /^06/,
  KZ: /^8(?=\d{10}$)/,
  RU: /^8(?=\d{10}$)/,
  TM: /^8(?=\d{8}$)/,
};

/** The number as it is dialed from abroad: without what is dialed in front of it within the country. */
export const withoutPrefix = (digits: string, region: string) =>
  digits.replace(otherPrefixes[region] ?? (keepsZero.has(region) ? '' : /^0/), '');

/** The region of the first language that names one or makes one likely; then the United States. */
export function likelyRegion(languages: readonly string[]): string {
  for (const language of languages) {
    try {
      const { region } = new Intl.Locale(language).maximize();
      if (region && codes.has(region)) {
        return region;
      }
    } catch {
      // No language tag: the next one may be.
    }
  }
  return 'US';
}

/** All regions by their names in a language, in its order. */
export function listRegions(language: string): { region: string; name: string; code: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return Array.from(codes, ([region, code]) => ({ region, code, name: names.of(region) ?? region })).sort((one, two) =>
    one.name.localeCompare(two.name, language),
  );
}
