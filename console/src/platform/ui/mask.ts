/** A masked secret that is safe on a shared screen: only its end. */
export const mask = (secret: string) => `••••••••••${secret.slice(-4)}`;
