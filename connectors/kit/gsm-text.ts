const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '\f^{}\\[~]|€';
const alphabet = new Set(basic + extended);

/** Whether a text has only characters of the GSM alphabet (3GPP TS 23.038); others must be sent as Unicode. */
export const isGsmText = (text: string): boolean => [...text].every((character) => alphabet.has(character));
