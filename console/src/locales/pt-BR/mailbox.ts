import type { Phrases } from '../phrases.ts';

export const mailbox: Phrases['mailbox'] = {
  purpose:
    'Mensagens que não foram enviadas porque nenhum conector está configurado. Disponível somente fora de produção. As mensagens são guardadas por um dia.',
  emptyTitle: 'Ainda não há mensagens',
  emptyBody:
    'Entre, cadastre-se ou redefina uma senha com um código no seu aplicativo. Enquanto não houver um conector configurado, a mensagem aparece aqui em segundos.',
  toConnectors: 'Configurar um conector',
  show: 'Mostrar mensagem',
  hide: 'Ocultar mensagem',
  content: 'Mensagem para {{recipient}}',
  copyCode: 'Copiar código',
  copyLink: 'Copiar link',
  openLink: 'Abrir link',
  clear: 'Esvaziar caixa',
  clearTitle: 'Esvaziar a caixa de mensagens?',
  clearBody: 'Todas as mensagens são excluídas. Os códigos contidos nelas continuam válidos até expirarem.',
  cleared: 'Caixa de mensagens esvaziada',
};
