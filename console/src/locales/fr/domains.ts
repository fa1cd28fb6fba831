import type { Phrases } from '../phrases.ts';

export const domains: Phrases['domains'] = {
  purpose: 'Permettez la connexion sur votre propre domaine, par exemple auth.example.com.',
  title: 'Domaines',
  help: 'Les pages de connexion, les liens et les jetons utilisent le domaine par lequel une requête arrive. Le domaine par défaut reste valable.',
  add: 'Ajouter un domaine',
  added: 'Domaine ajouté',
  addHelp: 'Après l’ajout, créez l’enregistrement DNS affiché, chez le fournisseur de votre domaine.',
  domain: 'Domaine',
  none: 'Aucun domaine personnalisé pour le moment.',
  deleted: 'Domaine supprimé',
  deleteWhat: 'Supprimer {{name}}',
  deleteTitle: 'Supprimer {{name}}\u00a0?',
  deleteBody:
    'Le domaine cesse aussitôt de fonctionner. Les applications qui l’utilisent comme point de terminaison ne peuvent plus connecter personne, et les clés d’accès créées sur ce domaine ne sont plus utilisables.',
  records: 'Enregistrements DNS de {{name}}',
  columns: { type: 'Type', name: 'Nom', value: 'Valeur' },
  copyName: 'Copier le nom',
  copyValue: 'Copier la valeur',
  lastCheck: 'Dernière vérification\u00a0: {{message}}',
  statuses: {
    PendingVerification: {
      name: 'En attente du DNS',
      help: 'Créez cet enregistrement chez le fournisseur de votre domaine. Il peut mettre quelques heures à être visible partout.',
    },
    PendingSsl: {
      name: 'En attente du certificat',
      help: 'L’enregistrement DNS est correct. Le certificat est en cours d’émission.',
    },
    Active: {
      name: 'Actif',
      help: 'La connexion est possible sur ce domaine. Conservez l’enregistrement\u00a0: sans lui, le domaine n’est plus servi.',
    },
    Error: {
      name: 'Hors service',
      help: 'Le domaine n’est pas servi. Corrigez l’enregistrement\u00a0; le domaine redevient actif de lui-même.',
    },
  },
  default: {
    title: 'Domaine par défaut',
    help: 'Fonctionne toujours, même à côté de domaines personnalisés.',
    endpoint: 'Point de terminaison',
  },
  shown: 'Domaine',
  shownHelp: 'Les adresses ci-dessous sont affichées pour ce domaine.',
  howTo: 'Fonctionnement des domaines personnalisés',
};
