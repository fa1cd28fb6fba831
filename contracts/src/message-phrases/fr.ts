import type { MessageWords } from './en.ts';

export const fr: MessageWords = {
  purposes: {
    SignIn: {
      title: 'Connectez-vous à {{app}}',
      code: '{{code}} est votre code pour vous connecter à {{app}}',
      action: 'Se connecter',
    },
    Register: {
      title: 'Créez votre compte sur {{app}}',
      code: '{{code}} est votre code pour créer un compte sur {{app}}',
      action: 'Créer le compte',
    },
    ForgotPassword: {
      title: 'Choisissez un nouveau mot de passe pour {{app}}',
      code: '{{code}} est votre code pour choisir un nouveau mot de passe pour {{app}}',
      action: 'Choisir un mot de passe',
    },
    OrganizationInvitation: {
      title: 'Vous avez une invitation pour {{app}}',
      code: '{{code}} est votre code pour accepter votre invitation à {{app}}',
      action: 'Accepter l’invitation',
    },
    Generic: {
      title: 'Confirmez votre identité sur {{app}}',
      code: '{{code}} est votre code pour {{app}}',
      action: 'Confirmer',
    },
    UserPermissionValidation: {
      title: 'Confirmez une modification de votre compte sur {{app}}',
      code: '{{code}} est votre code pour confirmer une modification de votre compte sur {{app}}',
      action: 'Confirmer la modification',
    },
    BindNewIdentifier: {
      title: 'Confirmez votre adresse e-mail pour {{app}}',
      code: '{{code}} est votre code pour confirmer votre adresse e-mail pour {{app}}',
      action: 'Confirmer l’adresse e-mail',
    },
    BindNewPhone: {
      title: 'Confirmez votre numéro de téléphone pour {{app}}',
      code: '{{code}} est votre code pour confirmer votre numéro de téléphone pour {{app}}',
      action: 'Confirmer le numéro',
    },
    MfaVerification: {
      title: 'Terminez votre connexion à {{app}}',
      code: '{{code}} est votre code pour terminer votre connexion à {{app}}',
      action: 'Terminer la connexion',
    },
    BindMfa: {
      title: 'Configurez la vérification en deux étapes pour {{app}}',
      code: '{{code}} est votre code pour configurer la vérification en deux étapes pour {{app}}',
      action: 'Configurer',
    },
  },
  code: {
    lead: 'Saisissez ce code sur la page qui vous le demande. Il est valable {{minutes}}\u00a0minutes.',
    orLink: 'Ou continuez avec ce lien, de préférence dans le navigateur où vous avez commencé.',
  },
  link: {
    lead: 'Utilisez ce lien pour continuer.',
    copy: 'Si le bouton ne fonctionne pas, ouvrez ce lien dans votre navigateur\u00a0:',
  },
  ignore: 'Si vous n’avez pas demandé ce message, vous pouvez l’ignorer. Ne le transmettez à personne.',
  notices: {
    changed: 'Votre compte sur {{app}} a été modifié',
    deleted: 'Votre compte sur {{app}} a été supprimé',
    exported: 'Vos données sur {{app}} ont été exportées',
    what: {
      password: 'Le mot de passe de votre compte a été modifié.',
      email: 'L’adresse e-mail de votre compte a été modifiée.',
      phone: 'Le numéro de téléphone de votre compte a été modifié.',
      identities: 'Les comptes associés à votre compte ont été modifiés.',
      mfa: 'La vérification en deux étapes de votre compte a été modifiée.',
      export: 'Une copie de toutes les données de votre compte a été téléchargée.',
      deletion: 'Votre compte et tout son contenu ont été supprimés, comme demandé dans l’espace de gestion du compte.',
    },
    warning: 'Si ce n’était pas vous, contactez immédiatement les responsables de l’application.',
    undo: 'Si ce n’était pas vous, annulez la modification dans les {{hours}}\u00a0heures\u00a0:',
    undoAction: 'Annuler la modification',
  },
  newDevice: {
    title: 'Nouvelle connexion à votre compte {{app}}',
    what: 'Quelqu’un s’est connecté à votre compte avec un appareil qui n’avait pas encore été utilisé : {{device}}, {{time}}, adresse réseau {{ip}}.',
    advice: 'Si c’était vous, ignorez ce message. Sinon, déconnectez cet appareil dans les {{days}} jours :',
    action: 'Ce n’était pas moi',
    unknown: 'appareil inconnu',
  },
  signInRequest: {
    title: 'Approuvez une connexion à {{app}}',
    lead: 'Quelqu’un a commencé une connexion à {{app}} avec votre compte. Si c’était vous, ouvrez cette page et approuvez-la dans les {{minutes}} minutes. Sinon, refusez-la à cet endroit\u00a0:',
    action: 'Afficher la demande',
  },
  invitation: {
    subject: 'Invitation à rejoindre {{tenant}} sur {{product}}',
    lead: '{{inviter}} vous invite à rejoindre «\u00a0{{tenant}}\u00a0» sur {{product}}.',
    accept: 'Accepter l’invitation',
    until: 'L’invitation est valable jusqu’au {{expiresAt}}.',
    ignore:
      'Si vous ne connaissez pas la personne qui vous invite, vous pouvez ignorer ce message. Ne transmettez pas le lien\u00a0: il prouve votre adresse e-mail.',
  },
};
