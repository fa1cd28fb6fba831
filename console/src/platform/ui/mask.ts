/** A secret as it may stand on a shared screen: only its end. */
export const mask = (secret: string) => `••••••••••${secret.slice(-4)}`;
