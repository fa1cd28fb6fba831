const mask = '******';
/** Shorter beginnings reveal nothing. */
const minCut = 4;

/** The forms in which a text quotes a secret. */
const formsOf = (secret: string) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret.toWellFormed()),
];

/** Error messages are cut, also within a secret. */
function maskCut(text: string, form: string): string {
  for (let length = Math.min(form.length - 1, text.length); length >= minCut; length -= 1) {
    if (text.endsWith(form.slice(0, length))) {
      return text.slice(0, -length) + mask;
    }
  }
  return text;
}

/** Replaces secrets in a message of a script: passwords that people typed, and the values of variables. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const forms = [...new Set(secrets.filter(Boolean).flatMap(formsOf))].sort((one, two) => two.length - one.length);
  const masked = forms.reduce((rest, form) => rest.replaceAll(form, mask), text);
  return forms.reduce(maskCut, masked);
}
