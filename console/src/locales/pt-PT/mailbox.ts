import type { Phrases } from '../phrases.ts';

export const mailbox: Phrases['mailbox'] = {
  purpose:
    'Mensagens que não foram enviadas porque não está configurado nenhum conector. Disponível apenas fora de produção. As mensagens são guardadas durante um dia.',
  emptyTitle: 'Ainda não há mensagens',
  emptyBody:
    'Inicie sessão, registe-se ou reponha uma palavra-passe com um código na sua aplicação. Enquanto não houver um conector configurado, a mensagem aparece aqui dentro de segundos.',
  toConnectors: 'Configurar um conector',
  show: 'Mostrar mensagem',
  hide: 'Ocultar mensagem',
  content: 'Mensagem para {{recipient}}',
  copyCode: 'Copiar código',
  copyLink: 'Copiar ligação',
  openLink: 'Abrir ligação',
  clear: 'Esvaziar caixa',
  clearTitle: 'Esvaziar a caixa de mensagens?',
  clearBody: 'Todas as mensagens são eliminadas. Os códigos que contêm continuam válidos até expirarem.',
  cleared: 'Caixa de mensagens esvaziada',
};
