import type { Phrases } from '../phrases.ts';

export const administrators: Phrases['administrators'] = {
  purpose: 'Les personnes qui peuvent se connecter à cette console, et leurs rôles.',
  help: 'Chaque modification de cette liste figure dans les journaux d’audit.',
  roles: { admin: 'Administrateur', reader: 'Lecture seule' },
  roleHelp: {
    admin: 'Peut tout voir et tout modifier, y compris cette liste',
    reader: 'Peut tout voir sauf les secrets et ne peut rien modifier',
  },
  roleNote: 'La personne est déconnectée et doit se reconnecter.',
  invite: 'Inviter un administrateur',
  inviteHelp: 'Vous obtenez un lien valable 72 heures, utilisable une seule fois.',
  createLink: 'Créer le lien',
  link: 'Lien d’invitation',
  linkSent: 'Le lien a aussi été envoyé à {{email}}.',
  linkNotSent: 'Envoyez ce lien à {{email}}. Aucun e-mail n’a été envoyé.',
  once: 'Le lien n’est affiché que maintenant. Toute personne qui l’a peut créer le compte.',
  invitationsHelp: 'Les liens créés pour de nouveaux administrateurs.',
  remove: 'Retirer',
  removeBody:
    'Son compte est supprimé et son accès prend fin immédiatement. Les invitations qu’il a envoyées sont révoquées.',
  removeSelf: 'Votre compte est supprimé et vous êtes déconnecté. Il vous faut une nouvelle invitation pour revenir.',
  removed: 'Administrateur retiré',
};
