import type { Phrases } from '../phrases.ts';

export const live: Phrases['live'] = {
  toConsole: 'Aller à la console',
  others: 'Vos autres tenants',
  removed: {
    title: 'Vous n’êtes plus membre de {{tenant}}',
    by: '{{by}} vous a retiré de ce tenant.',
    body: 'Un opérateur vous a retiré de ce tenant.',
  },
  deleted: {
    title: '{{tenant}} a été supprimé',
    by: '{{by}} a supprimé ce tenant.',
    body: 'Un opérateur a supprimé ce tenant.',
  },
  role: {
    admin: 'Vous êtes maintenant administrateur de {{tenant}}.',
    adminBy: '{{by}} vous a nommé administrateur de {{tenant}}.',
    billing: 'Vous gérez maintenant la facturation de {{tenant}}.',
    billingBy: '{{by}} vous a confié la facturation de {{tenant}}.',
    collaborator: 'Vous êtes maintenant collaborateur de {{tenant}}.',
    collaboratorBy: '{{by}} vous a nommé collaborateur de {{tenant}}.',
    other: 'Votre rôle dans {{tenant}} est maintenant «\u00a0{{role}}\u00a0».',
    otherBy: '{{by}} a changé votre rôle dans {{tenant}} en «\u00a0{{role}}\u00a0».',
  },
  suspended: 'Un opérateur a suspendu {{tenant}}.',
  suspendedBecause: 'Un opérateur a suspendu {{tenant}}. Motif\u00a0: {{reason}}',
  resumed: '{{tenant}} est de nouveau actif.',
  account: {
    title: 'Votre compte est suspendu',
    by: '{{by}} a suspendu votre compte. Vous êtes déconnecté.',
    body: 'Un opérateur a suspendu votre compte. Vous êtes déconnecté.',
    other: 'Se connecter avec un autre compte',
  },
};
