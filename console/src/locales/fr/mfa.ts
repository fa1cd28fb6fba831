import type { Phrases } from '../phrases.ts';

export const mfa: Phrases['mfa'] = {
  purpose: 'Une seconde étape après la première méthode de connexion, pour qu’un mot de passe volé ne suffise pas.',
  factors: {
    title: 'Facteurs',
    help: 'Ce que les personnes peuvent configurer comme seconde étape. Les pages de connexion les listent dans cet ordre.',
    names: {
      WebAuthn: 'Clé d’accès',
      Totp: 'Application d’authentification',
      PhoneVerificationCode: 'Code par SMS',
      EmailVerificationCode: 'Code par e-mail',
      BackupCode: 'Codes de secours',
    },
    about: {
      WebAuthn: 'Empreinte digitale, visage, verrouillage de l’écran ou clé de sécurité. Protège contre l’hameçonnage.',
      Totp: 'Codes à usage unique d’une application telle que Google Authenticator ou 1Password.',
      PhoneVerificationCode:
        'Un code envoyé au numéro de téléphone du compte. Moins sûr qu’une application ou une clé d’accès : proposez aussi l’une d’elles.',
      EmailVerificationCode: 'Un code envoyé à l’adresse e-mail du compte.',
      BackupCode: 'Dix codes pour les cas où un autre facteur n’est pas disponible. Chaque code fonctionne une fois.',
    },
    clash: {
      email: 'Non disponible, car la connexion se fait avec des codes par e-mail.',
      phone: 'Non disponible, car la connexion se fait avec des codes par SMS.',
    },
    openMethods: 'Modifier les méthodes de connexion',
  },
  problems: {
    alone: 'Les codes de secours nécessitent un autre facteur. Activez-en au moins un de plus.',
    email:
      'La connexion se fait avec des codes par e-mail, ils ne peuvent donc pas servir de second facteur. Désactivez «\u00a0Code par e-mail\u00a0».',
    phone:
      'La connexion se fait avec des codes par SMS, ils ne peuvent donc pas servir de second facteur. Désactivez «\u00a0Code par SMS\u00a0».',
  },
  policy: {
    title: 'Règle',
    help: 'Quand il est demandé de configurer un facteur. Les personnes qui en ont un doivent l’utiliser à chaque connexion, sauf sur les appareils de confiance.',
    noFactors: 'Activez un facteur pour choisir une règle.',
    require: 'Exiger un second facteur',
    requireOn: 'Les personnes sans facteur doivent en configurer un pour terminer la connexion ou l’inscription.',
    requireOff: 'Si désactivé, la connexion est possible sans second facteur.',
    prompt: 'Proposer de configurer un facteur',
    prompts: {
      PromptAtSignInAndSignUp: 'À la connexion et à l’inscription',
      PromptOnlyAtSignIn: 'À la connexion seulement',
      NoPrompt: 'Ne pas proposer',
    },
    promptHelp: {
      PromptAtSignInAndSignUp:
        'Un facteur est proposé à l’inscription et à la connexion aux personnes qui n’en ont pas. Elles peuvent ignorer cette étape.',
      PromptOnlyAtSignIn:
        'Un facteur est proposé à la connexion aux personnes qui n’en ont pas, mais pas pendant la création du compte. Elles peuvent ignorer cette étape.',
      NoPrompt:
        'Les pages de connexion ne proposent pas de facteur. Chacun peut en configurer un dans le centre de compte.',
    },
    organizations: 'Membres d’organisations qui exigent un second facteur',
    organizationPolicies: {
      NoPrompt: 'Suivre la règle ci-dessus',
      Mandatory: 'Doivent en configurer un pour se connecter',
    },
    organizationsHelp: {
      NoPrompt: 'Ils peuvent se connecter sans facteur, mais n’obtiennent pas de jetons pour une telle organisation.',
      Mandatory: 'Les membres d’au moins une telle organisation ne peuvent pas ignorer la configuration.',
      All: 'Un second facteur est exigé de tous, y compris des membres d’organisations.',
    },
  },
  trusted: {
    title: 'Appareils de confiance',
    help: 'Après la vérification d’un second facteur, les personnes peuvent choisir qu’il ne leur soit plus demandé dans ce navigateur pendant un certain temps.',
    enabled: 'Proposer de faire confiance à un appareil',
    enabledHelp:
      'Les applications, les organisations et les connexions à risque qui exigent un facteur le demandent toujours. Un nouveau mot de passe, une réinitialisation des facteurs ou une déconnexion partout met fin à la confiance.',
    noFactors: 'Prend effet dès qu’un facteur est activé.',
    days: 'Redemander après',
    daysHelp: 'Une durée plus courte s’applique aussi aux appareils qui sont déjà de confiance.',
    unit: 'jours',
    daysWrong: 'Utilisez un nombre entier de 1 à {{max}}.',
  },
  passkeys: {
    title: 'Connexion par clé d’accès',
    help: 'Connexion avec une clé d’accès seule, sans mot de passe ni code. Elle compte aussi comme second facteur.',
    enabled: 'Autoriser la connexion par clé d’accès',
    enabledHelp: 'Après une connexion avec un mot de passe ou un code, il est proposé de créer une clé d’accès.',
    button: 'Afficher un bouton sur la page de connexion',
    buttonHelp: 'La personne choisit «\u00a0Se connecter avec une clé d’accès\u00a0» au lieu de saisir un identifiant.',
    autofill: 'Suggérer les clés d’accès dans le champ d’identifiant',
    autofillHelp: 'Les navigateurs compatibles listent les clés d’accès comme des mots de passe enregistrés.',
  },
};
