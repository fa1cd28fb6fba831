import type { Phrases } from '../phrases.ts';

export const accountCenter: Phrases['accountCenter'] = {
  title: 'Centro da conta',
  help: 'Permita que as pessoas vejam e alterem as partes da conta que autorizar, nas páginas de conta integradas ou nas suas aplicações através da API de conta.',
  enabled: 'Ativar a API de conta',
  enabledHelp:
    'Quando desativada, a API de conta não está disponível. Ao desativar e guardar, todos os campos abaixo passam para “Desativado”.',
  pages: 'Páginas de conta',
  access: { Off: 'Desativado', Edit: 'Editar', ReadOnly: 'Só leitura' },
  accessOf: 'Acesso a: {{field}}',
  security: {
    title: 'Segurança da conta',
    help: 'As pessoas confirmam a sua identidade antes de alterarem qualquer um destes dados.',
  },
  identifiers: 'Identificadores',
  authentication: 'Autenticação',
  profile: {
    title: 'Perfil do utilizador',
    help: 'Dados pessoais e dados que as suas aplicações guardam sobre a pessoa.',
  },
  fields: {
    email: 'Endereço de e-mail',
    phone: 'Número de telefone',
    social: 'Contas sociais',
    password: 'Palavra-passe',
    mfa: 'Segundos fatores',
    username: 'Nome de utilizador',
    name: 'Nome',
    avatar: 'Fotografia',
    profile: 'Perfil',
    customData: 'Dados personalizados',
  },
  hints: {
    profile: 'Alcunha, data de nascimento, morada e os restantes dados padrão.',
    customData: 'Valores dos campos de perfil personalizados e dados que as aplicações guardam.',
  },
  missing: {
    email: 'As pessoas não podem verificar um novo e-mail até ser possível enviar e-mails.',
    phone: 'As pessoas não podem verificar um novo número até ser possível enviar SMS.',
    socialTitle: 'Ainda não há nenhum conector social',
    social: 'Para associar uma conta é necessário um conector social.',
    setUpSocial: 'Configurar um conector social',
    mfaTitle: 'A autenticação multifator está desativada',
    mfa: 'Não há nenhum segundo fator que se possa configurar.',
  },
  origins: {
    label: 'Origens relacionadas para chaves de acesso',
    help: 'Os seus outros sites onde funcionam as mesmas chaves de acesso, como https://shop.example.com.',
    invalid: 'Utilize uma origem como https://shop.example.com, sem caminho.',
    duplicate: 'Esta origem já está na lista.',
    tooMany: 'Indique no máximo 50 origens.',
  },
  leaving: {
    title: 'Exportação e eliminação',
    help: 'As pessoas podem sempre exportar os seus dados. Cabe-lhe decidir se podem eliminar a própria conta.',
    deleteAccount: 'Permitir que as pessoas eliminem a própria conta',
    deleteAccountHelp:
      'As pessoas confirmam primeiro a sua identidade. A conta, as sessões e os tokens são eliminados de imediato e não podem ser recuperados.',
  },
  vault: {
    title: 'Cofre de segredos',
    help: 'Conectores que guardam tokens do fornecedor, para que as suas aplicações possam chamar o fornecedor em nome das pessoas.',
    none: 'Nenhum conector guarda tokens. Ative o armazenamento de tokens nas definições de um conector social.',
    open: 'Conectores sociais',
    list: 'Conectores que guardam tokens',
    columns: { connector: 'Conector', target: 'Nome do fornecedor' },
  },
};
