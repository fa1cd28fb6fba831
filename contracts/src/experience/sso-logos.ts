const svg = (content: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${content}</svg>`)}`;

/** A generic sign for the protocols: a building. Outline from Tabler (MIT). */
const building = (color: string) =>
  svg(
    `<path fill="none" stroke="${color}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="M3 21h18M5 21V5a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v16M9 8h1M9 12h1M9 16h1M14 8h1M14 12h1M14 16h1"/>`,
  );
const squares = svg(
  '<path fill="#f25022" d="M2 2h9.5v9.5H2z"/><path fill="#7fba00" d="M12.5 2H22v9.5h-9.5z"/><path fill="#00a4ef" d="M2 12.5h9.5V22H2z"/><path fill="#ffb900" d="M12.5 12.5H22V22h-9.5z"/>',
);
const google = svg(
  '<path fill="#4285f4" d="M22.56 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.92a5.06 5.06 0 0 1-2.2 3.32v2.77h3.57c2.08-1.92 3.27-4.74 3.27-8.1z"/><path fill="#34a853" d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.66-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84A11 11 0 0 0 12 23z"/><path fill="#fbbc05" d="M5.84 14.09a6.6 6.6 0 0 1 0-4.18V7.07H2.18a11 11 0 0 0 0 9.86z"/><path fill="#ea4335" d="M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15A11 11 0 0 0 2.18 7.07l3.66 2.84C6.71 7.31 9.14 5.38 12 5.38z"/>',
);
const ring = (color: string) => svg(`<circle cx="12" cy="12" r="7.5" fill="none" stroke="${color}" stroke-width="5"/>`);

type Logos = { logo: string; logoDark: string };
const protocol: Logos = { logo: building('#5d34f2'), logoDark: building('#cabeff') };
const microsoft: Logos = { logo: squares, logoDark: squares };

/** Logos of the identity providers, by the name of the provider. */
export const ssoProviderLogos = {
  OIDC: protocol,
  SAML: protocol,
  AzureAD: microsoft,
  GoogleWorkspace: { logo: google, logoDark: google },
  Okta: { logo: ring('#00297a'), logoDark: ring('#ffffff') },
  AzureAdOidc: microsoft,
} as const satisfies Record<string, Logos>;
