import type { Phrases } from '../phrases.ts';

export const assistant: Phrases['assistant'] = {
  intro:
    'Posez une question sur Postern. Les réponses sont rédigées à partir de la documentation de cette version, avec des liens vers ses sections.',
  introPassages:
    'Posez une question sur Postern. Vous obtenez les sections correspondantes de la documentation, car aucun modèle de langage n’est configuré.',
  examplesLabel: 'Exemples',
  examples: {
    connect: 'Comment connecter une application monopage\u00a0?',
    roles: 'Quelle est la différence entre les rôles et les rôles d’organisation\u00a0?',
    factors: 'Comment exiger un second facteur\u00a0?',
  },
  conversation: 'Conversation',
  question: 'Question',
  placeholder: 'Comment faire pour …',
  send: 'Demander',
  stop: 'Arrêter',
  clear: 'Effacer la conversation',
  copy: 'Copier la conversation',
  help: 'Obtenir de l’aide',
  ways: { docs: 'Page d’aide', chat: 'Discussion de la communauté', issues: 'Suivi des problèmes', email: 'Contact' },
  running: 'Recherche dans la documentation …',
  stopped: 'Arrêté.',
  failed:
    'Il n’y a pas de réponse pour le moment. Ces sections peuvent vous aider\u00a0; reposez la question plus tard.',
  nothing:
    'Rien ne correspond dans la documentation. Utilisez d’autres mots, ou obtenez de l’aide avec le bouton ci-dessus.',
  sources: 'Dans la documentation',
  code: 'Code',
  disclaimer: 'Les réponses sont rédigées par un modèle de langage, qui peut se tromper. Ne saisissez pas de secrets.',
  disclaimerPassages: 'Votre question reste sur ce serveur.',
};
