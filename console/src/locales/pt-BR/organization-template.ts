import type { Phrases } from '../phrases.ts';

export const organizationTemplate: Phrases['organizationTemplate'] = {
  purpose: 'Funções e permissões que todas as organizações compartilham.',
  tabs: { roles: 'Funções de organização', scopes: 'Permissões de organização' },
  kinds: { organization: 'Permissão de organização', organizationPlural: 'Permissões de organização' },
  typeHelp: {
    User: 'Para membros de uma organização.',
    MachineToMachine: 'Para aplicativos máquina a máquina em uma organização.',
  },
  deleteTitle: 'Excluir {{name}}?',
  fields: {
    roleName: 'Nome da função',
    roleNamePlaceholder: 'Administrador de cobrança',
    roleDescriptionPlaceholder: 'Gerencia as faturas da organização',
    scopeName: 'Nome da permissão',
    scopeNamePlaceholder: 'invite:member',
    scopeDescriptionPlaceholder: 'Convidar membros para a organização',
    description: 'Descrição',
    type: 'Tipo de função',
  },
  roles: {
    create: 'Criar função de organização',
    createNamed: 'Criar a função de organização “{{name}}”',
    created: 'Função de organização criada',
    search: 'Pesquisar funções de organização',
    searchPlaceholder: 'Função, descrição ou ID',
    columns: { role: 'Função', type: 'Tipo', permissions: 'Permissões' },
    noPermissions: 'Sem permissões',
    emptyTitle: 'Ainda não há funções de organização',
    emptyBody:
      'Membros de uma organização recebem permissões por meio de funções de organização, como admin ou editor.',
    danger: {
      what: 'Excluir esta função de organização',
      action: 'Excluir função',
      consequence:
        'Membros e máquinas perdem a função em todas as organizações no próximo token. Ela também é removida de convites e do provisionamento JIT.',
      deleted: 'Função de organização excluída',
    },
  },
  scopes: {
    create: 'Criar permissão de organização',
    createHelp: 'A permissão vale dentro de uma organização. Adicione-a a funções de organização para concedê-la.',
    created: 'Permissão de organização criada',
    edit: 'Editar permissão',
    editTitle: 'Editar {{name}}',
    renameHelp: 'Os novos tokens contêm o novo nome. Certifique-se de que seu aplicativo o verifica.',
    copy: 'Copiar nome da permissão',
    search: 'Pesquisar permissões de organização',
    searchPlaceholder: 'Permissão, descrição ou ID',
    columns: { permission: 'Permissão', description: 'Descrição' },
    noDescription: 'Sem descrição',
    emptyTitle: 'Ainda não há permissões de organização',
    emptyBody: 'As permissões definem o que os membros podem fazer dentro de uma organização, como invite:member.',
    consequence:
      'A permissão é removida de todas as funções de organização, do consentimento de aplicativos de terceiros e dos novos tokens.',
    deleted: 'Permissão de organização excluída',
  },
  pick: {
    label: 'Permissões',
    search: 'Pesquisar permissões e APIs',
    empty:
      'Não há mais permissões para adicionar. Crie uma permissão de organização ou uma permissão de um recurso de API.',
  },
  permissions: {
    type: 'Tipo ou API',
    searchPlaceholder: 'Permissão, descrição, API ou ID',
    emptyBody: 'Uma função sem permissões não concede nada. Atribua permissões de organização ou permissões de APIs.',
    removeBody:
      'Membros e máquinas com esta função perdem a permissão no próximo token. A permissão em si não é excluída.',
  },
};
