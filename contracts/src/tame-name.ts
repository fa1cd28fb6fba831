/** One line without invisible characters, limited in length. */
function oneLine(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  // By characters and not UTF-16 units, so that none is cut in half.
  const characters = [...line];
  return characters.length > 64 ? `${characters.slice(0, 63).join('').trimEnd()}…` : line;
}

/**
 * Makes the name of a tenant or an application safe for an email: one line, limited length, and nothing that becomes a
 * link.
 */
export const tameName = (name: string): string =>
  // An invisible character after these prevents `example.com`, `https://` and `a@b` from being recognized as addresses.
  oneLine(name).replace(/[.:/@]/g, '$&\u200b');

/** The same for a text message, without invisible characters: one of them would halve the length of a segment. */
const tameShortName = (name: string): string =>
  oneLine(name)
    .replace(/[/@]/g, ' ')
    .replace(/\.(?=\S)/g, '. ')
    .replace(/ +/g, ' ')
    .trim();

/**
 * The sender of a message. Names are chosen by users and made safe. The host of this server is trusted and kept
 * unchanged.
 */
export type Sender = { name: string; isOwnHost?: boolean };

export const senderInMail = ({ name, isOwnHost }: Sender): string => (isOwnHost ? name : tameName(name));
export const senderInSms = ({ name, isOwnHost }: Sender): string => (isOwnHost ? name : tameShortName(name));
