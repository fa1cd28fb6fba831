import type { Phrases } from '../phrases.ts';

export const mailbox: Phrases['mailbox'] = {
  purpose:
    'Mensajes que no se enviaron porque no hay ningún conector configurado. Solo está disponible fuera de producción. Los mensajes se guardan un día.',
  emptyTitle: 'Aún no hay mensajes',
  emptyBody:
    'Inicie sesión, regístrese o restablezca una contraseña con un código en su aplicación. Mientras no haya un conector configurado, el mensaje aparece aquí en unos segundos.',
  toConnectors: 'Configurar un conector',
  show: 'Mostrar mensaje',
  hide: 'Ocultar mensaje',
  content: 'Mensaje para {{recipient}}',
  copyCode: 'Copiar código',
  copyLink: 'Copiar enlace',
  openLink: 'Abrir enlace',
  clear: 'Vaciar buzón',
  clearTitle: '¿Vaciar el buzón?',
  clearBody: 'Se eliminan todos los mensajes. Los códigos que contienen siguen siendo válidos hasta que caduquen.',
  cleared: 'Buzón vaciado',
};
