import type { Phrases } from '../phrases.ts';

export const signingKeys: Phrases['signingKeys'] = {
  purpose:
    'Clés qui signent les jetons et les cookies. Renouvelez-les régulièrement, et immédiatement si l’une d’elles a pu fuiter.',
  rotate: 'Renouveler',
  rotated: 'Clé renouvelée',
  deleted: 'Clé supprimée',
  deleteWhat: 'Supprimer la clé {{id}}',
  copyId: 'Copier l’ID de la clé',
  copyFingerprint: 'Copier l’empreinte',
  columns: {
    id: 'ID de la clé',
    status: 'Statut',
    algorithm: 'Algorithme',
    fingerprint: 'Empreinte SHA-256',
    created: 'Création',
  },
  statuses: { Next: 'Suivante', Replaced: 'Remplacée', Current: 'Actuelle', Previous: 'Précédente' },
  signs: 'commence à signer {{when}}',
  replaced: 'jamais utilisée',
  companion: 'et {{algorithm}}',
  copyCompanionFingerprint: 'Copier l’empreinte de la clé {{algorithm}}',
  'private-keys': {
    title: 'Clés privées',
    help: 'Signent les jetons d’ID et les jetons d’accès. Chaque clé en a une seconde pour les applications qui utilisent l’autre algorithme. Une nouvelle clé est publiée avant de signer, pour que les applications puissent d’abord la récupérer.',
    rotate: 'Renouveler les clés privées',
    deleteBodies: {
      Next: 'Cette clé n’a encore rien signé. La clé actuelle reste utilisée.',
      Replaced: 'Cette clé n’a rien signé. La clé suivante n’est pas touchée.',
      Current:
        'Les jetons signés par cette clé deviennent invalides. La clé restante la plus récente signe à sa place.',
      Previous: 'Les jetons signés par cette clé deviennent invalides, même s’ils n’ont pas expiré.',
    },
  },
  'cookie-keys': {
    title: 'Clés de cookies',
    help: 'Signent les cookies des pages de connexion. Les cookies signés avec la clé précédente restent valables, les sessions restent donc ouvertes.',
    rotate: 'Renouveler les clés de cookies',
    rotateBody:
      'Les nouveaux cookies sont signés avec une nouvelle clé. Les cookies signés avec la clé actuelle restent valables. Les personnes dont les cookies ont été signés avec une clé plus ancienne doivent se reconnecter.',
    deleteBodies: {
      Next: 'Cette clé n’a encore rien signé.',
      Replaced: 'Cette clé n’a rien signé.',
      Current: 'Les personnes dont la session a été signée avec cette clé doivent se reconnecter.',
      Previous: 'Les personnes qui ne sont pas revenues depuis le renouvellement doivent se reconnecter.',
    },
  },
  deleteTitles: {
    Next: 'Supprimer la clé suivante\u00a0?',
    Replaced: 'Supprimer la clé remplacée\u00a0?',
    Current: 'Supprimer la clé actuelle\u00a0?',
    Previous: 'Supprimer la clé précédente\u00a0?',
  },
  rotateHelp: 'Une nouvelle clé remplace l’actuelle. Les jetons signés avec la clé actuelle restent valables.',
  algorithms: {
    EC: { name: 'EC', help: 'ES256. Jetons courts et signature rapide. Recommandé.' },
    RSA: { name: 'RSA', help: 'RS256, 4096 bits. Pour les API qui n’acceptent que RSA.' },
  },
  start: 'Début de la signature',
  starts: {
    later: {
      name: 'Dans {{grace}}',
      help: 'La clé est publiée maintenant, pour que les applications aient le temps de la récupérer.',
    },
    now: { name: 'Maintenant', help: 'À choisir si la clé actuelle a pu fuiter.' },
  },
  nowTitle: 'Certaines applications peuvent refuser un moment les nouveaux jetons',
  nowBody:
    'Les applications gardent la liste des clés en cache jusqu’à {{age}}, parfois plus. Tant qu’elles ne l’ont pas relue, elles refusent les jetons signés avec la nouvelle clé. Pour invalider les jetons d’une clé qui a fuité, supprimez-la ensuite.',
  replacesTitle: 'Une clé suivante existe déjà',
  replacesBody:
    'Elle n’a encore rien signé. La nouvelle clé la remplace, et la clé suivante existante ne sera jamais utilisée.',
};
