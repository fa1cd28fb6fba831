import type { MessageWords } from './en.ts';

export const ptBr: MessageWords = {
  purposes: {
    SignIn: {
      title: 'Entre em {{app}}',
      code: '{{code}} é seu código para entrar em {{app}}',
      action: 'Entrar',
    },
    Register: {
      title: 'Crie sua conta em {{app}}',
      code: '{{code}} é seu código para criar uma conta em {{app}}',
      action: 'Criar conta',
    },
    ForgotPassword: {
      title: 'Defina uma nova senha para {{app}}',
      code: '{{code}} é seu código para definir uma nova senha em {{app}}',
      action: 'Definir nova senha',
    },
    OrganizationInvitation: {
      title: 'Você recebeu um convite para {{app}}',
      code: '{{code}} é seu código para aceitar o convite para {{app}}',
      action: 'Aceitar o convite',
    },
    Generic: {
      title: 'Confirme em {{app}} que é você',
      code: '{{code}} é seu código para {{app}}',
      action: 'Confirmar',
    },
    UserPermissionValidation: {
      title: 'Confirme uma alteração na sua conta em {{app}}',
      code: '{{code}} é seu código para confirmar a alteração em {{app}}',
      action: 'Confirmar a alteração',
    },
    BindNewIdentifier: {
      title: 'Confirme seu endereço de e-mail para {{app}}',
      code: '{{code}} é seu código para confirmar seu e-mail em {{app}}',
      action: 'Confirmar o e-mail',
    },
    BindNewPhone: {
      title: 'Confirme seu número de telefone para {{app}}',
      code: '{{code}} é seu código para confirmar seu telefone em {{app}}',
      action: 'Confirmar o telefone',
    },
    MfaVerification: {
      title: 'Conclua o login em {{app}}',
      code: '{{code}} é seu código para concluir o login em {{app}}',
      action: 'Concluir o login',
    },
    BindMfa: {
      title: 'Configure a verificação em duas etapas para {{app}}',
      code: '{{code}} é seu código da verificação em duas etapas de {{app}}',
      action: 'Configurar',
    },
  },
  code: {
    lead: 'Digite este código na página que o solicita. Ele é válido por {{minutes}} minutos.',
    orLink: 'Ou continue com este link, de preferência no navegador em que você começou.',
  },
  link: {
    lead: 'Use este link para continuar.',
    copy: 'Se o botão não funcionar, abra este link no navegador:',
  },
  ignore: 'Se você não solicitou esta mensagem, pode ignorá-la. Não a repasse a ninguém.',
  notices: {
    changed: 'Sua conta em {{app}} foi alterada',
    deleted: 'Sua conta em {{app}} foi excluída',
    exported: 'Seus dados em {{app}} foram exportados',
    what: {
      password: 'A senha da sua conta foi alterada.',
      email: 'O endereço de e-mail da sua conta foi alterado.',
      phone: 'O número de telefone da sua conta foi alterado.',
      identities: 'As contas vinculadas à sua conta foram alteradas.',
      mfa: 'A verificação em duas etapas da sua conta foi alterada.',
      export: 'Uma cópia de todos os dados da sua conta foi baixada.',
      deletion: 'Sua conta foi excluída com tudo o que havia nela, conforme solicitado na página da conta.',
    },
    warning: 'Se não foi você, entre em contato imediatamente com os responsáveis pelo aplicativo.',
    undo: 'Se não foi você, desfaça a alteração em até {{hours}} horas:',
    undoAction: 'Desfazer a alteração',
  },
  newDevice: {
    title: 'Novo acesso à sua conta em {{app}}',
    what: 'Alguém entrou na sua conta com um dispositivo que não tinha sido usado antes: {{device}}, {{time}}, endereço de rede {{ip}}.',
    advice: 'Se foi você, ignore esta mensagem. Caso contrário, desconecte o dispositivo em até {{days}} dias:',
    action: 'Não fui eu',
    unknown: 'dispositivo desconhecido',
  },
  signInRequest: {
    title: 'Aprove um login em {{app}}',
    lead: 'Alguém iniciou um login em {{app}} com a sua conta. Se foi você, abra esta página e aprove em até {{minutes}} minutos. Caso contrário, recuse nela:',
    action: 'Ver a solicitação',
  },
  invitation: {
    subject: 'Convite para {{tenant}} em {{product}}',
    lead: '{{inviter}} convida você a participar de “{{tenant}}” em {{product}}.',
    accept: 'Aceitar o convite',
    until: 'O convite é válido até {{expiresAt}}.',
    ignore:
      'Se você não conhece quem o convidou, pode ignorar esta mensagem. Não repasse o link: ele comprova seu endereço de e-mail.',
  },
};
