import type { Phrases } from '../phrases.ts';

export const signingKeys: Phrases['signingKeys'] = {
  purpose:
    'Claves que firman tokens y cookies. Rótelas con regularidad, y de inmediato si alguna puede haberse filtrado.',
  rotate: 'Rotar',
  rotated: 'Clave rotada',
  deleted: 'Clave eliminada',
  deleteWhat: 'Eliminar la clave {{id}}',
  copyId: 'Copiar ID de la clave',
  copyFingerprint: 'Copiar huella digital',
  columns: {
    id: 'ID de la clave',
    status: 'Estado',
    algorithm: 'Algoritmo',
    fingerprint: 'Huella digital SHA-256',
    created: 'Creada',
  },
  statuses: { Next: 'Siguiente', Replaced: 'Sustituida', Current: 'Actual', Previous: 'Anterior' },
  signs: 'empieza a firmar {{when}}',
  replaced: 'nunca se usó',
  companion: 'y {{algorithm}}',
  copyCompanionFingerprint: 'Copiar la huella digital de la clave {{algorithm}}',
  'private-keys': {
    title: 'Claves privadas',
    help: 'Firman los tokens de ID y de acceso. Cada clave tiene una compañera para las aplicaciones que usan el otro algoritmo. Una clave nueva se publica antes de firmar, para que las aplicaciones puedan obtenerla primero.',
    rotate: 'Rotar claves privadas',
    deleteBodies: {
      Next: 'Esta clave aún no ha firmado nada. La clave actual sigue en uso.',
      Replaced: 'Esta clave no ha firmado nada. La clave siguiente no se ve afectada.',
      Current:
        'Los tokens que firmó esta clave dejan de ser válidos. En su lugar firma la más reciente de las restantes.',
      Previous: 'Los tokens que firmó esta clave dejan de ser válidos, aunque no hayan caducado.',
    },
  },
  'cookie-keys': {
    title: 'Claves de cookies',
    help: 'Firman las cookies de las páginas de inicio de sesión. Las cookies firmadas con la clave anterior siguen siendo válidas, así que las sesiones siguen abiertas.',
    rotate: 'Rotar claves de cookies',
    rotateBody:
      'Las cookies nuevas se firman con una clave nueva. Las firmadas con la clave actual siguen siendo válidas. Las personas cuyas cookies se firmaron con una clave más antigua deben iniciar sesión de nuevo.',
    deleteBodies: {
      Next: 'Esta clave aún no ha firmado nada.',
      Replaced: 'Esta clave no ha firmado nada.',
      Current: 'Las personas cuya sesión se firmó con esta clave deben iniciar sesión de nuevo.',
      Previous: 'Las personas que no han vuelto desde la rotación deben iniciar sesión de nuevo.',
    },
  },
  deleteTitles: {
    Next: '¿Eliminar la clave siguiente?',
    Replaced: '¿Eliminar la clave sustituida?',
    Current: '¿Eliminar la clave actual?',
    Previous: '¿Eliminar la clave anterior?',
  },
  rotateHelp: 'Una clave nueva sustituye a la actual. Los tokens firmados con la clave actual siguen siendo válidos.',
  algorithms: {
    EC: { name: 'EC', help: 'ES256. Tokens cortos y firma rápida. Recomendado.' },
    RSA: { name: 'RSA', help: 'RS256, 4096 bits. Para API que solo admiten RSA.' },
  },
  start: 'Comienzo de la firma',
  starts: {
    later: {
      name: 'En {{grace}}',
      help: 'La clave se publica ahora, para que las aplicaciones tengan tiempo de obtenerla.',
    },
    now: { name: 'Ahora', help: 'Úselo si la clave actual puede haberse filtrado.' },
  },
  nowTitle: 'Algunas aplicaciones pueden rechazar tokens nuevos durante un tiempo',
  nowBody:
    'Las aplicaciones guardan en caché la lista de claves hasta {{age}}, algunas más. Hasta que la vuelvan a obtener, rechazan los tokens firmados con la clave nueva. Para invalidar los tokens de una clave filtrada, elimine después esa clave.',
  replacesTitle: 'Ya existe una clave siguiente',
  replacesBody: 'Aún no ha firmado nada. La clave nueva la sustituye, y la clave siguiente actual nunca se usará.',
};
