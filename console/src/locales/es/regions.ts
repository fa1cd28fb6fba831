import type { Phrases } from '../phrases.ts';

export const regions: Phrases['regions'] = {
  away: {
    title: 'No se puede conectar con la región {{region}}',
    body: 'Los datos de {{tenant}} están en esta región, que no responde. No se ha perdido ningún dato.',
    wait: 'Esta página se recargará sola cuando la región esté disponible. Sus inquilinos de otras regiones no se ven afectados.',
    still: 'Sigue sin responder. Esta página se recargará sola cuando la región esté disponible.',
  },
};
