import type { Phrases } from '../phrases.ts';

export const administrators: Phrases['administrators'] = {
  purpose: 'Le persone che possono accedere a questa console e i loro ruoli.',
  help: 'Ogni modifica di questo elenco compare nei log di audit.',
  roles: { admin: 'Amministratore', reader: 'Sola lettura' },
  roleHelp: {
    admin: 'Può vedere e modificare tutto, incluso questo elenco',
    reader: 'Può vedere tutto tranne i segreti e non può modificare nulla',
  },
  roleNote: 'La persona viene disconnessa e deve accedere di nuovo.',
  invite: 'Invita un amministratore',
  inviteHelp: 'Riceverà un link valido per 72 ore, utilizzabile una sola volta.',
  createLink: 'Crea link',
  link: 'Link di invito',
  linkSent: 'Il link è stato inviato anche a {{email}}.',
  linkNotSent: 'Invii questo link a {{email}}. Non è stata inviata alcuna e-mail.',
  once: 'Il link viene mostrato solo ora. Chi lo possiede può creare l’account.',
  invitationsHelp: 'Link creati per nuovi amministratori.',
  remove: 'Rimuovi',
  removeBody: 'Il suo account viene eliminato e l’accesso termina subito. Gli inviti che ha inviato vengono revocati.',
  removeSelf: 'Il Suo account viene eliminato e viene disconnesso. Per tornare serve un nuovo invito.',
  removed: 'Amministratore rimosso',
};
