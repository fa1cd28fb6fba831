import type { Phrases } from '../phrases.ts';

export const live: Phrases['live'] = {
  toConsole: 'Zur Konsole',
  others: 'Ihre anderen Mandanten',
  removed: {
    title: 'Sie sind kein Mitglied von {{tenant}} mehr',
    by: '{{by}} hat Sie aus diesem Mandanten entfernt.',
    body: 'Ein Betreiber hat Sie aus diesem Mandanten entfernt.',
  },
  deleted: {
    title: '{{tenant}} wurde gelöscht',
    by: '{{by}} hat diesen Mandanten gelöscht.',
    body: 'Ein Betreiber hat diesen Mandanten gelöscht.',
  },
  role: {
    admin: 'Sie sind jetzt Administrator von {{tenant}}.',
    adminBy: '{{by}} hat Sie zum Administrator von {{tenant}} gemacht.',
    billing: 'Sie verwalten jetzt die Abrechnung von {{tenant}}.',
    billingBy: '{{by}} hat Ihnen die Abrechnung von {{tenant}} übertragen.',
    collaborator: 'Sie wirken jetzt an {{tenant}} mit.',
    collaboratorBy: '{{by}} hat Sie zu einem Mitwirkenden von {{tenant}} gemacht.',
    other: 'Ihre Rolle in {{tenant}} ist jetzt „{{role}}“.',
    otherBy: '{{by}} hat Ihre Rolle in {{tenant}} zu „{{role}}“ geändert.',
  },
  suspended: 'Ein Betreiber hat {{tenant}} gesperrt.',
  suspendedBecause: 'Ein Betreiber hat {{tenant}} gesperrt. Grund: {{reason}}',
  resumed: '{{tenant}} ist wieder offen.',
  account: {
    title: 'Ihr Konto ist gesperrt',
    by: '{{by}} hat Ihr Konto gesperrt. Sie sind abgemeldet.',
    body: 'Ein Betreiber hat Ihr Konto gesperrt. Sie sind abgemeldet.',
    other: 'Mit einem anderen Konto anmelden',
  },
};
