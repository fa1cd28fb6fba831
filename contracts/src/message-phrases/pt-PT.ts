import type { MessageWords } from './en.ts';

export const ptPt: MessageWords = {
  purposes: {
    SignIn: {
      title: 'Inicie sessão em {{app}}',
      code: '{{code}} é o seu código para iniciar sessão em {{app}}',
      action: 'Iniciar sessão',
    },
    Register: {
      title: 'Crie a sua conta em {{app}}',
      code: '{{code}} é o seu código para criar uma conta em {{app}}',
      action: 'Criar conta',
    },
    ForgotPassword: {
      title: 'Defina uma nova palavra-passe para {{app}}',
      code: '{{code}} é o seu código para a nova palavra-passe em {{app}}',
      action: 'Definir palavra-passe',
    },
    OrganizationInvitation: {
      title: 'Recebeu um convite para {{app}}',
      code: '{{code}} é o seu código para aceitar o convite para {{app}}',
      action: 'Aceitar o convite',
    },
    Generic: {
      title: 'Confirme a sua identidade em {{app}}',
      code: '{{code}} é o seu código para {{app}}',
      action: 'Confirmar',
    },
    UserPermissionValidation: {
      title: 'Confirme uma alteração na sua conta em {{app}}',
      code: '{{code}} é o seu código para confirmar a alteração em {{app}}',
      action: 'Confirmar a alteração',
    },
    BindNewIdentifier: {
      title: 'Confirme o seu endereço de e-mail para {{app}}',
      code: '{{code}} é o seu código para confirmar o seu e-mail em {{app}}',
      action: 'Confirmar o e-mail',
    },
    BindNewPhone: {
      title: 'Confirme o seu número de telefone para {{app}}',
      code: '{{code}} é o seu código para confirmar o telefone em {{app}}',
      action: 'Confirmar o telefone',
    },
    MfaVerification: {
      title: 'Conclua o início de sessão em {{app}}',
      code: '{{code}} é o seu código para concluir o acesso a {{app}}',
      action: 'Concluir',
    },
    BindMfa: {
      title: 'Configure a verificação em dois passos para {{app}}',
      code: '{{code}} é o seu código da verificação em dois passos de {{app}}',
      action: 'Configurar',
    },
  },
  code: {
    lead: 'Introduza este código na página que o pede. É válido durante {{minutes}} minutos.',
    orLink: 'Ou continue com esta ligação, de preferência no navegador em que começou.',
  },
  link: {
    lead: 'Use esta ligação para continuar.',
    copy: 'Se o botão não funcionar, abra esta ligação no navegador:',
  },
  ignore: 'Se não pediu esta mensagem, pode ignorá-la. Não a reencaminhe a ninguém.',
  notices: {
    changed: 'A sua conta em {{app}} foi alterada',
    deleted: 'A sua conta em {{app}} foi eliminada',
    exported: 'Os seus dados em {{app}} foram exportados',
    what: {
      password: 'A palavra-passe da sua conta foi alterada.',
      email: 'O endereço de e-mail da sua conta foi alterado.',
      phone: 'O número de telefone da sua conta foi alterado.',
      identities: 'As contas associadas à sua conta foram alteradas.',
      mfa: 'A verificação em dois passos da sua conta foi alterada.',
      export: 'Foi transferida uma cópia de todos os dados da sua conta.',
      deletion: 'A sua conta foi eliminada com tudo o que continha, conforme pedido na página da conta.',
    },
    warning: 'Se não foi o próprio a fazê-lo, contacte de imediato os responsáveis pela aplicação.',
    undo: 'Se não foi o próprio a fazê-lo, anule a alteração no prazo de {{hours}} horas:',
    undoAction: 'Anular a alteração',
  },
  newDevice: {
    title: 'Novo início de sessão na sua conta em {{app}}',
    what: 'Alguém iniciou sessão na sua conta com um dispositivo que não tinha sido usado antes: {{device}}, {{time}}, endereço de rede {{ip}}.',
    advice:
      'Se foi o próprio, ignore esta mensagem. Caso contrário, termine a sessão do dispositivo no prazo de {{days}} dias:',
    action: 'Não fui eu',
    unknown: 'dispositivo desconhecido',
  },
  signInRequest: {
    title: 'Aprove um início de sessão em {{app}}',
    lead: 'Alguém começou um início de sessão em {{app}} com a sua conta. Se foi você, abra esta página e aprove-o no prazo de {{minutes}} minutos. Caso contrário, recuse-o nessa página:',
    action: 'Ver o pedido',
  },
  invitation: {
    subject: 'Convite para {{tenant}} em {{product}}',
    lead: '{{inviter}} convida-o a juntar-se a «{{tenant}}» em {{product}}.',
    accept: 'Aceitar o convite',
    until: 'O convite é válido até {{expiresAt}}.',
    ignore:
      'Se não conhece a pessoa que o convida, pode ignorar esta mensagem. Não reencaminhe a ligação: ela comprova o seu endereço de e-mail.',
  },
};
