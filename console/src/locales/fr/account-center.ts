import type { Phrases } from '../phrases.ts';

export const accountCenter: Phrases['accountCenter'] = {
  title: 'Centre de compte',
  help: 'Permettez aux personnes de consulter et de modifier les parties de leur compte que vous autorisez, sur les pages de compte intégrées ou dans vos applications avec l’API de compte.',
  enabled: 'Activer l’API de compte',
  enabledHelp:
    'Si désactivée, l’API de compte n’est pas disponible. La désactiver et enregistrer met tous les champs ci-dessous sur Désactivé.',
  pages: 'Pages de compte',
  access: { Off: 'Désactivé', Edit: 'Modification', ReadOnly: 'Lecture seule' },
  accessOf: 'Accès à\u00a0: {{field}}',
  security: {
    title: 'Sécurité du compte',
    help: 'Les personnes confirment leur identité avant de modifier l’un de ces éléments.',
  },
  identifiers: 'Identifiants',
  authentication: 'Authentification',
  profile: {
    title: 'Profil de l’utilisateur',
    help: 'Informations personnelles, et données que vos applications enregistrent à son sujet.',
  },
  fields: {
    email: 'Adresse e-mail',
    phone: 'Numéro de téléphone',
    social: 'Comptes sociaux',
    password: 'Mot de passe',
    mfa: 'Seconds facteurs',
    username: 'Nom d’utilisateur',
    name: 'Nom',
    avatar: 'Photo',
    profile: 'Profil',
    customData: 'Données personnalisées',
  },
  hints: {
    profile: 'Surnom, date de naissance, adresse et autres informations standard.',
    customData: 'Valeurs des champs de profil personnalisés, et données que les applications enregistrent.',
  },
  missing: {
    email: 'Tant qu’aucun e-mail ne peut être envoyé, personne ne peut vérifier une nouvelle adresse e-mail.',
    phone: 'Tant qu’aucun SMS ne peut être envoyé, personne ne peut vérifier un nouveau numéro de téléphone.',
    socialTitle: 'Aucun connecteur social pour le moment',
    social: 'Il faut un connecteur social pour associer un compte.',
    setUpSocial: 'Configurer un connecteur social',
    mfaTitle: 'L’authentification multifacteur est désactivée',
    mfa: 'Il n’y a aucun second facteur à configurer.',
  },
  origins: {
    label: 'Origines associées pour les clés d’accès',
    help: 'Vos autres sites où les mêmes clés d’accès fonctionnent, par exemple https://shop.example.com.',
    invalid: 'Saisissez une origine telle que https://shop.example.com, sans chemin.',
    duplicate: 'Cette origine figure déjà dans la liste.',
    tooMany: 'Indiquez au maximum 50 origines.',
  },
  leaving: {
    title: 'Exportation et suppression',
    help: 'Chacun peut toujours exporter ses données. Vous décidez si les personnes peuvent supprimer leur compte.',
    deleteAccount: 'Autoriser les personnes à supprimer leur propre compte',
    deleteAccountHelp:
      'Elles confirment d’abord leur identité. Le compte, ses sessions et ses jetons sont supprimés immédiatement et ne peuvent pas être rétablis.',
  },
  vault: {
    title: 'Coffre-fort de secrets',
    help: 'Connecteurs qui conservent les jetons des fournisseurs, pour que vos applications puissent appeler le fournisseur au nom des personnes.',
    none: 'Aucun connecteur ne conserve de jetons. Activez la conservation des jetons dans les paramètres d’un connecteur social.',
    open: 'Connecteurs sociaux',
    list: 'Connecteurs qui conservent des jetons',
    columns: { connector: 'Connecteur', target: 'Nom du fournisseur' },
  },
};
