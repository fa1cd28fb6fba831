import type { Phrases } from '../phrases.ts';

export const signInExperience: Phrases['signInExperience'] = {
  title: 'Anmeldeseiten',
  purpose: 'Die Seiten, auf denen man sich anmeldet, registriert oder den Zugang wiederherstellt.',
  openLive: 'Seite öffnen',
  saveFirst: 'Speichern Sie zuerst Ihre Änderungen',
  tabs: {
    branding: 'Aussehen',
    signUp: 'Registrierung und Anmeldung',
    profile: 'Profilangaben',
    accountCenter: 'Kontoverwaltung',
    content: 'Inhalte',
  },
  preview: {
    title: 'Vorschau',
    frame: 'Vorschau der Anmeldeseite',
    device: 'Gerät',
    desktop: 'Computer',
    mobile: 'Telefon',
    theme: 'Farbschema',
    light: 'Hell',
    dark: 'Dunkel',
    language: 'Sprache der Vorschau',
    screen: 'Seite',
    screens: {
      '/sign-in': 'Anmeldung',
      '/register': 'Registrierung',
      '/forgot-password': 'Passwort vergessen',
    },
    offTitle: 'Die Vorschau ist aus',
    offBody:
      'Ihre hochgeladenen Seiten werden gezeigt. Entfernen Sie diese unter „Aussehen“, dann gibt es wieder eine Vorschau.',
  },
};
