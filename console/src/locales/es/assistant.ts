import type { Phrases } from '../phrases.ts';

export const assistant: Phrases['assistant'] = {
  intro:
    'Pregunte sobre Postern. Las respuestas se redactan a partir de la documentación de esta versión, con enlaces a sus apartados.',
  introPassages:
    'Pregunte sobre Postern. Obtendrá los apartados de la documentación que coincidan, porque no hay ningún modelo de lenguaje configurado.',
  examplesLabel: 'Ejemplos',
  examples: {
    connect: '¿Cómo conecto una aplicación de página única?',
    roles: '¿En qué se diferencian los roles y los roles de organización?',
    factors: '¿Cómo exijo un segundo factor?',
  },
  conversation: 'Conversación',
  question: 'Pregunta',
  placeholder: '¿Cómo puedo…?',
  send: 'Preguntar',
  stop: 'Detener',
  clear: 'Borrar la conversación',
  copy: 'Copiar la conversación',
  help: 'Obtener ayuda',
  ways: { docs: 'Página de ayuda', chat: 'Chat de la comunidad', issues: 'Incidencias', email: 'Contacto' },
  running: 'Buscando en la documentación…',
  stopped: 'Detenido.',
  failed: 'Ahora mismo no hay respuesta. Estos apartados pueden ayudarle; pregunte de nuevo más tarde.',
  nothing: 'Nada coincide en la documentación. Use otras palabras u obtenga ayuda con el botón de arriba.',
  sources: 'De la documentación',
  code: 'Código',
  disclaimer: 'Un modelo de lenguaje redacta las respuestas y puede equivocarse. No introduzca secretos.',
  disclaimerPassages: 'Su pregunta no sale de este servidor.',
};
