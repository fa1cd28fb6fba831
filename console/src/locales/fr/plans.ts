import type { Phrases } from '../phrases.ts';

export const plans: Phrases['plans'] = {
  addOn: 'Supplément',
  addOnTitle: '{{what}}\u00a0: facturé en plus de votre forfait',
  popular: 'Le plus choisi',
  includes: 'Ce que {{plan}} comprend',
  seePlans: 'Voir les forfaits',
  notNow: 'Plus tard',
  nothingToManage: 'Rien n’a été acheté pour ce tenant, il n’y a donc aucun paiement à gérer.',
  askAdministrator: 'Demandez à un administrateur de ce tenant de changer son forfait.',
  keys: {
    mauLimit: 'Utilisateurs actifs mensuels',
    tokenLimit: 'Jetons',
    applicationsLimit: 'Applications',
    machineToMachineLimit: 'Applications machine à machine',
    thirdPartyApplicationsLimit: 'Applications tierces',
    samlApplicationsLimit: 'Applications SAML',
    resourcesLimit: 'Ressources API',
    scopesPerResourceLimit: 'Autorisations par ressource API',
    userRolesLimit: 'Rôles pour les utilisateurs',
    machineToMachineRolesLimit: 'Rôles pour les applications machine à machine',
    scopesPerRoleLimit: 'Autorisations par rôle',
    socialConnectorsLimit: 'Connecteurs sociaux',
    hooksLimit: 'Webhooks',
    organizationsLimit: 'Organisations',
    enterpriseSsoLimit: 'Connecteurs SSO d’entreprise',
    tenantMembersLimit: 'Membres du tenant',
    auditLogsRetentionDays: 'Jours de journaux d’audit',
    mfaEnabled: 'Authentification multifacteur',
    securityFeaturesEnabled: 'Fonctions de sécurité',
    customJwtEnabled: 'JWT personnalisé',
    subjectTokenEnabled: 'Jetons de sujet',
    bringYourUiEnabled: 'Interface personnalisée',
    collectUserProfileEnabled: 'Collecte de profils d’utilisateurs',
    idpInitiatedSsoEnabled: 'Connexion démarrée par le fournisseur d’identité',
  },
  limits: {
    reached: '{{what}}\u00a0: vous avez atteint la limite de votre forfait ({{limit}}).',
    missing: '{{what}}\u00a0: non compris dans votre forfait.',
    unknown: 'Votre forfait ne le permet pas.',
    development: 'Pour en avoir plus, utilisez un tenant de production avec un forfait payant.',
  },
  prices: {
    each: 'Votre forfait en comprend {{included}}. Chaque unité supplémentaire coûte {{price}} par mois.',
    flat: 'Coûte {{price}} par mois, quelle que soit l’utilisation.',
    billed: 'L’utilisation au-delà de votre forfait est ajoutée à votre prochaine facture.',
  },
  ask: {
    title: 'Cela ajoute {{amount}} à votre facture mensuelle',
    each_one:
      '{{what}}\u00a0: votre forfait en comprend {{included}}, et vous en avez {{used}}. {{count}} de plus est facturé {{price}} par mois, jusqu’à sa suppression.',
    each_many:
      '{{what}}\u00a0: votre forfait en comprend {{included}}, et vous en avez {{used}}. {{count}} de plus sont facturés {{price}} chacun, soit {{amount}} par mois, jusqu’à leur suppression.',
    each_other:
      '{{what}}\u00a0: votre forfait en comprend {{included}}, et vous en avez {{used}}. {{count}} de plus sont facturés {{price}} chacun, soit {{amount}} par mois, jusqu’à leur suppression.',
    members_one:
      '{{what}}\u00a0: votre forfait en comprend {{included}}, et {{used}} sont membres ou invités. {{count}} de plus est facturé {{price}} par mois, une fois l’invitation acceptée.',
    members_many:
      '{{what}}\u00a0: votre forfait en comprend {{included}}, et {{used}} sont membres ou invités. {{count}} de plus sont facturés {{price}} chacun, soit {{amount}} par mois si tous acceptent.',
    members_other:
      '{{what}}\u00a0: votre forfait en comprend {{included}}, et {{used}} sont membres ou invités. {{count}} de plus sont facturés {{price}} chacun, soit {{amount}} par mois si tous acceptent.',
    flat: '{{what}}\u00a0: votre forfait en comprend {{included}}. Au-delà, le total est de {{amount}} par mois, quel que soit le nombre.',
    confirm: 'Accepter {{amount}} par mois',
  },
  whole: {
    title: '{{plan}} coûte {{amount}} par mois avec votre usage actuel',
    body: 'Le forfait est payé maintenant. Les options sont facturées après chaque mois, tant qu’elles sont utilisées.',
    line: '{{what}}\u00a0: {{amount}}',
    confirm: 'Continuer vers le paiement',
  },
  suspended: {
    title: 'Ce tenant est suspendu',
    by: 'Un opérateur de cette installation l’a suspendu.',
    because: 'Motif\u00a0: {{reason}}',
    body: 'Ses pages de connexion et son API sont indisponibles, et ses paramètres ne peuvent pas être modifiés.',
    next: 'Contactez-nous pour en connaître la raison ou pour le réactiver.',
    open: 'Contactez-nous pour le réactiver.',
  },
  contact: {
    action: 'Nous contacter',
    title: 'Nous contacter',
    body: 'Nous répondons les jours ouvrés.',
    ways: {
      chat: {
        title: 'Chat de la communauté',
        help: 'Posez vos questions à la communauté et aux développeurs.',
        action: 'Rejoindre le chat',
      },
      issues: {
        title: 'Suivi des problèmes',
        help: 'Signalez un bogue ou demandez une fonction.',
        action: 'Ouvrir un ticket',
      },
      email: { title: 'E-mail', help: 'Pour les questions confidentielles.', action: 'Écrire un e-mail' },
      meeting: { title: 'Rendez-vous', help: 'Parlez-nous pendant 30 minutes.', action: 'Prendre rendez-vous' },
    },
  },
  usage: {
    mauLimit: {
      title: 'Limite d’utilisateurs actifs mensuels atteinte',
      body: 'Les personnes déjà actives ce mois-ci peuvent encore se connecter. Les autres ne le peuvent pas avant le mois prochain, ou avant que vous choisissiez un forfait plus grand.',
      notice: 'Limite d’utilisateurs actifs mensuels du forfait {{plan}} atteinte',
    },
    tokenLimit: {
      title: 'Limite de jetons atteinte',
      body: 'Aucun jeton n’est émis avant le mois prochain, ou avant que vous choisissiez un forfait plus grand.',
      notice: 'Limite de jetons du forfait {{plan}} atteinte',
    },
    agreed: 'C’est la limite convenue. Contactez-nous pour l’augmenter.',
    amount: '{{used}} sur {{limit}} ce mois-ci.',
  },
  overdue: {
    title: 'Un paiement est en retard',
    body: '{{name}} a des factures impayées. Payez-les pour éviter la suspension du tenant.',
    bills_one: '{{count}} facture impayée',
    bills_many: '{{count}} de factures impayées',
    bills_other: '{{count}} factures impayées',
    amount: 'Montant dû',
    sum: 'Total',
    pay: 'Payer maintenant',
  },
  migration: {
    title: 'Les tenants de développement ont changé',
    free: 'Ils sont gratuits, comprennent presque toutes les fonctions d’un forfait payant et autorisent jusqu’à 100 utilisateurs actifs mensuels. Utilisez un tenant de production pour vos clients.',
    paid: 'Ce tenant a un forfait payant, c’est donc maintenant un tenant de production. La connexion et les prix restent les mêmes.',
    before: 'Ce tenant était auparavant marqué «\u00a0{{tag}}\u00a0».',
  },
};
