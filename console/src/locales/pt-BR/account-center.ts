import type { Phrases } from '../phrases.ts';

export const accountCenter: Phrases['accountCenter'] = {
  title: 'Central da conta',
  help: 'Permita que as pessoas vejam e alterem as partes da conta que você liberar, nas páginas de conta integradas ou nos seus aplicativos por meio da API de conta.',
  enabled: 'Ativar a API de conta',
  enabledHelp:
    'Quando desativada, a API de conta não está disponível. Ao desativar e salvar, todos os campos abaixo passam para “Desativado”.',
  pages: 'Páginas de conta',
  access: { Off: 'Desativado', Edit: 'Editar', ReadOnly: 'Somente leitura' },
  accessOf: 'Acesso a: {{field}}',
  security: {
    title: 'Segurança da conta',
    help: 'As pessoas confirmam sua identidade antes de alterar qualquer um destes itens.',
  },
  identifiers: 'Identificadores',
  authentication: 'Autenticação',
  profile: { title: 'Perfil do usuário', help: 'Dados pessoais e dados que seus aplicativos guardam sobre a pessoa.' },
  fields: {
    email: 'Endereço de e-mail',
    phone: 'Número de telefone',
    social: 'Contas sociais',
    password: 'Senha',
    mfa: 'Segundos fatores',
    username: 'Nome de usuário',
    name: 'Nome',
    avatar: 'Foto',
    profile: 'Perfil',
    customData: 'Dados personalizados',
  },
  hints: {
    profile: 'Apelido, data de nascimento, endereço e os demais dados padrão.',
    customData: 'Valores dos campos de perfil personalizados e dados que os aplicativos guardam.',
  },
  missing: {
    email: 'As pessoas não podem confirmar um novo e-mail até que seja possível enviar e-mails.',
    phone: 'As pessoas não podem confirmar um novo número até que seja possível enviar SMS.',
    socialTitle: 'Ainda não há nenhum conector social',
    social: 'Para vincular uma conta, é preciso um conector social.',
    setUpSocial: 'Configurar um conector social',
    mfaTitle: 'A autenticação multifator está desativada',
    mfa: 'Não há nenhum segundo fator que possa ser configurado.',
  },
  origins: {
    label: 'Origens relacionadas para chaves de acesso',
    help: 'Seus outros sites em que as mesmas chaves de acesso funcionam, como https://shop.example.com.',
    invalid: 'Use uma origem como https://shop.example.com, sem caminho.',
    duplicate: 'Esta origem já está na lista.',
    tooMany: 'Liste no máximo 50 origens.',
  },
  leaving: {
    title: 'Exportação e exclusão',
    help: 'As pessoas sempre podem exportar seus dados. Você decide se elas podem excluir a própria conta.',
    deleteAccount: 'Permitir que as pessoas excluam a própria conta',
    deleteAccountHelp:
      'Antes, as pessoas confirmam sua identidade. A conta, suas sessões e seus tokens são excluídos imediatamente e não podem ser recuperados.',
  },
  vault: {
    title: 'Cofre de segredos',
    help: 'Conectores que guardam tokens do provedor, para que seus aplicativos possam chamar o provedor em nome das pessoas.',
    none: 'Nenhum conector guarda tokens. Ative o armazenamento de tokens nas configurações de um conector social.',
    open: 'Conectores sociais',
    list: 'Conectores que guardam tokens',
    columns: { connector: 'Conector', target: 'Nome do provedor' },
  },
};
