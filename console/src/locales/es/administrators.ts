import type { Phrases } from '../phrases.ts';

export const administrators: Phrases['administrators'] = {
  purpose: 'Personas que pueden iniciar sesión en esta consola y sus roles.',
  help: 'Cada cambio de esta lista se anota en el registro de auditoría.',
  roles: { admin: 'Administrador', reader: 'Solo lectura' },
  roleHelp: {
    admin: 'Puede ver y cambiar todo, incluida esta lista',
    reader: 'Puede ver todo excepto los secretos y no puede cambiar nada',
  },
  roleNote: 'Se cierra su sesión y debe volver a iniciarla.',
  invite: 'Invitar a un administrador',
  inviteHelp: 'Recibirá un enlace válido durante 72 horas que se puede usar una vez.',
  createLink: 'Crear enlace',
  link: 'Enlace de invitación',
  linkSent: 'El enlace también se envió a {{email}}.',
  linkNotSent: 'Envíe este enlace a {{email}}. No se envió ningún correo.',
  once: 'El enlace solo se muestra ahora. Quien lo tenga puede crear la cuenta.',
  invitationsHelp: 'Enlaces creados para nuevos administradores.',
  remove: 'Quitar',
  removeBody: 'Su cuenta se elimina y pierde el acceso de inmediato. Se revocan las invitaciones que envió.',
  removeSelf: 'Su cuenta se elimina y se cierra su sesión. Necesita una nueva invitación para volver.',
  removed: 'Administrador quitado',
};
