// Shared by the pages of clients in browsers.
export const { issuer, clientId, base } = window.settings;

/** Runs what the path is for, and shows the claims that it returns. */
export async function run(byPath) {
  const shown = document.createElement('pre');
  try {
    const claims = await (byPath[location.pathname] ?? (() => ({})))();
    if (claims === undefined) {
      return;
    }
    shown.id = 'claims';
    shown.textContent = JSON.stringify(claims);
  } catch (error) {
    shown.id = 'failed';
    shown.textContent = String(error?.stack ?? JSON.stringify(error));
  }
  document.body.append(shown);
}
