import type { Phrases } from '../phrases.ts';

export const assistant: Phrases['assistant'] = {
  intro:
    'Fragen Sie zu Postern. Die Antworten entstehen aus der Dokumentation dieser Version, mit Links zu ihren Abschnitten.',
  introPassages:
    'Fragen Sie zu Postern. Sie bekommen passende Abschnitte der Dokumentation, weil kein Sprachmodell eingerichtet ist.',
  examplesLabel: 'Beispiele',
  examples: {
    connect: 'Wie verbinde ich eine Single-Page-App?',
    roles: 'Was ist der Unterschied zwischen Rollen und Organisationsrollen?',
    factors: 'Wie verlange ich einen zweiten Faktor?',
  },
  conversation: 'Unterhaltung',
  question: 'Frage',
  placeholder: 'Wie kann ich …',
  send: 'Fragen',
  stop: 'Anhalten',
  clear: 'Unterhaltung leeren',
  copy: 'Unterhaltung kopieren',
  help: 'Hilfe holen',
  ways: { docs: 'Hilfeseite', chat: 'Community-Chat', issues: 'Fehler melden', email: 'Kontakt' },
  running: 'Die Dokumentation wird durchsucht …',
  stopped: 'Angehalten.',
  failed: 'Im Moment gibt es keine Antwort. Diese Abschnitte helfen vielleicht; fragen Sie später noch einmal.',
  nothing: 'In der Dokumentation passt nichts dazu. Versuchen Sie andere Wörter, oder holen Sie oben Hilfe.',
  sources: 'Aus der Dokumentation',
  code: 'Code',
  disclaimer: 'Ein Sprachmodell schreibt die Antworten und kann sich irren. Geben Sie keine Geheimnisse ein.',
  disclaimerPassages: 'Ihre Frage bleibt auf diesem Server.',
};
