import type { Phrases } from '../phrases.ts';

export const organizationTemplate: Phrases['organizationTemplate'] = {
  purpose: 'Funções e permissões partilhadas por todas as organizações.',
  tabs: { roles: 'Funções de organização', scopes: 'Permissões de organização' },
  kinds: { organization: 'Permissão de organização', organizationPlural: 'Permissões de organização' },
  typeHelp: {
    User: 'Para membros de uma organização.',
    MachineToMachine: 'Para aplicações máquina a máquina numa organização.',
  },
  deleteTitle: 'Eliminar {{name}}?',
  fields: {
    roleName: 'Nome da função',
    roleNamePlaceholder: 'Administrador de faturação',
    roleDescriptionPlaceholder: 'Gere as faturas da organização',
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
    search: 'Procurar funções de organização',
    searchPlaceholder: 'Função, descrição ou ID',
    columns: { role: 'Função', type: 'Tipo', permissions: 'Permissões' },
    noPermissions: 'Sem permissões',
    emptyTitle: 'Ainda não há funções de organização',
    emptyBody:
      'Os membros de uma organização recebem permissões através de funções de organização, como admin ou editor.',
    danger: {
      what: 'Eliminar esta função de organização',
      action: 'Eliminar função',
      consequence:
        'Os membros e as máquinas perdem a função em todas as organizações com o próximo token. Também é removida dos convites e do aprovisionamento JIT.',
      deleted: 'Função de organização eliminada',
    },
  },
  scopes: {
    create: 'Criar permissão de organização',
    createHelp: 'A permissão aplica-se dentro de uma organização. Adicione-a a funções de organização para a conceder.',
    created: 'Permissão de organização criada',
    edit: 'Editar permissão',
    editTitle: 'Editar {{name}}',
    renameHelp: 'Os novos tokens contêm o novo nome. Certifique-se de que a sua aplicação o verifica.',
    copy: 'Copiar nome da permissão',
    search: 'Procurar permissões de organização',
    searchPlaceholder: 'Permissão, descrição ou ID',
    columns: { permission: 'Permissão', description: 'Descrição' },
    noDescription: 'Sem descrição',
    emptyTitle: 'Ainda não há permissões de organização',
    emptyBody: 'As permissões definem o que os membros podem fazer dentro de uma organização, como invite:member.',
    consequence:
      'A permissão é removida de todas as funções de organização, do consentimento de aplicações de terceiros e dos novos tokens.',
    deleted: 'Permissão de organização eliminada',
  },
  pick: {
    label: 'Permissões',
    search: 'Procurar permissões e API',
    empty:
      'Não há mais permissões para adicionar. Crie uma permissão de organização ou uma permissão de um recurso de API.',
  },
  permissions: {
    type: 'Tipo ou API',
    searchPlaceholder: 'Permissão, descrição, API ou ID',
    emptyBody: 'Uma função sem permissões não concede nada. Atribua permissões de organização ou permissões de API.',
    removeBody:
      'Os membros e as máquinas com esta função perdem a permissão com o próximo token. A permissão em si não é eliminada.',
  },
};
