import type { Phrases } from '../phrases.ts';

export const nav: Phrases['nav'] = {
  applications: 'Anwendungen',
  auditLogs: 'Audit-Protokoll',
  connectors: 'Konnektoren',
  customJwt: 'Eigene JWT-Claims',
  dashboard: 'Übersicht',
  emailTemplates: 'E-Mail-Vorlagen',
  jobs: 'Hintergrundaufgaben',
  mailbox: 'Postfach',
  operators: 'Betreiber',
  organizations: 'Organisationen',
  organizationTemplate: 'Organisationsvorlage',
  profile: 'Profil',
  resources: 'API-Ressourcen',
  roles: 'Rollen',
  signInExperience: 'Anmeldeseiten',
  signingKeys: 'Signaturschlüssel',
  tenantSettings: 'Mandanteneinstellungen',
  tenants: 'Mandanten',
  users: 'Benutzer',
  webhooks: 'Webhooks',
};
