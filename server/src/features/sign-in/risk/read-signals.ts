/** Where a request comes from, as a trusted proxy says. What it does not know is missing. */
export type Signals = {
  country?: string;
  city?: string;
  latitude?: number;
  longitude?: number;
  botScore?: number;
  botVerified?: boolean;
};

function numberOf(text: string | undefined, [least, most]: [number, number]): number | undefined {
  const value = text === undefined || !/^-?\d{1,3}(\.\d{1,12})?$/.test(text) ? Number.NaN : Number(text);
  return value >= least && value <= most ? value : undefined;
}

/** XX means unknown, and T1 is a network that hides the country. */
const countryOf = (text = '') => (/^[A-Za-z]{2}$/.test(text) && !/^xx$/i.test(text) ? text.toUpperCase() : undefined);

/** A position needs both of its coordinates. */
function positionOf(given: Record<string, string>): Pick<Signals, 'latitude' | 'longitude'> {
  const latitude = numberOf(given.latitude, [-90, 90]);
  const longitude = numberOf(given.longitude, [-180, 180]);
  return latitude === undefined || longitude === undefined ? {} : { latitude, longitude };
}

export function readSignals(given: Record<string, string>): Signals {
  const country = countryOf(given.country);
  const botScore = numberOf(given.botScore, [0, 100]);
  const { botVerified } = given;
  return {
    ...(country ? { country } : {}),
    ...(given.city ? { city: given.city } : {}),
    ...positionOf(given),
    ...(botScore === undefined ? {} : { botScore }),
    ...(botVerified === 'true' || botVerified === 'false' ? { botVerified: botVerified === 'true' } : {}),
  };
}
