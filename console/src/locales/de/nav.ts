import type { Phrases } from '../phrases.ts';

export const nav: Phrases['nav'] = {
  applications: 'Anwendungen',
  auditLogs: 'Audit-Protokoll',
  connectors: 'Konnektoren',
  customJwt: 'Eigene JWT-Claims',
  emailTemplates: 'E-Mail-Vorlagen',
  jobs: 'Hintergrundaufgaben',
  mailbox: 'Postfach',
  operators: 'Betreiber',
  profile: 'Profil',
  resources: 'API-Ressourcen',
  roles: 'Rollen',
  signInExperience: 'Anmeldeseiten',
  signingKeys: 'Signaturschlüssel',
  tenantSettings: 'Mandanteneinstellungen',
  tenants: 'Mandanten',
  users: 'Benutzer',
};
