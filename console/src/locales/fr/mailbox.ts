import type { Phrases } from '../phrases.ts';

export const mailbox: Phrases['mailbox'] = {
  purpose:
    'Messages qui n’ont pas été envoyés parce qu’aucun connecteur n’est configuré. Disponible uniquement hors production. Les messages sont conservés un jour.',
  emptyTitle: 'Aucun message pour le moment',
  emptyBody:
    'Connectez-vous, inscrivez-vous ou réinitialisez un mot de passe avec un code dans votre application. Tant qu’aucun connecteur n’est configuré, le message apparaît ici en quelques secondes.',
  toConnectors: 'Configurer un connecteur',
  show: 'Afficher le message',
  hide: 'Masquer le message',
  content: 'Message à {{recipient}}',
  copyCode: 'Copier le code',
  copyLink: 'Copier le lien',
  openLink: 'Ouvrir le lien',
  clear: 'Vider la boîte',
  clearTitle: 'Vider la boîte aux lettres\u00a0?',
  clearBody: 'Tous les messages sont supprimés. Leurs codes restent valables jusqu’à leur expiration.',
  cleared: 'Boîte aux lettres vidée',
};
