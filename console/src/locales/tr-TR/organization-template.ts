import type { Phrases } from '../phrases.ts';

export const organizationTemplate: Phrases['organizationTemplate'] = {
  purpose: 'Tüm kuruluşların paylaştığı roller ve izinler.',
  tabs: {
    roles: 'Kuruluş rolleri',
    scopes: 'Kuruluş izinleri',
  },
  kinds: {
    organization: 'Kuruluş izni',
    organizationPlural: 'Kuruluş izinleri',
  },
  typeHelp: {
    User: 'Bir kuruluşun üyeleri için.',
    MachineToMachine: 'Bir kuruluştaki M2M uygulamaları için.',
  },
  deleteTitle: '{{name}} silinsin mi?',
  fields: {
    roleName: 'Rol adı',
    roleNamePlaceholder: 'Fatura yöneticisi',
    roleDescriptionPlaceholder: 'Kuruluşun faturalarını yönetir',
    scopeName: 'İzin adı',
    scopeNamePlaceholder: 'invite:member',
    scopeDescriptionPlaceholder: 'Kuruluşa üye davet etme',
    description: 'Açıklama',
    type: 'Rol türü',
  },
  roles: {
    create: 'Kuruluş rolü oluştur',
    createNamed: '“{{name}}” kuruluş rolünü oluştur',
    created: 'Kuruluş rolü oluşturuldu',
    search: 'Kuruluş rolü ara',
    searchPlaceholder: 'Rol, açıklama veya kimlik',
    columns: {
      role: 'Rol',
      type: 'Tür',
      permissions: 'İzinler',
    },
    noPermissions: 'İzin yok',
    emptyTitle: 'Henüz kuruluş rolü yok',
    emptyBody: 'Bir kuruluşun üyeleri izinleri yönetici veya editör gibi kuruluş rolleriyle alır.',
    danger: {
      what: 'Bu kuruluş rolünü sil',
      action: 'Rolü sil',
      consequence:
        'Üyeler ve makineler rolü tüm kuruluşlarda sonraki belirteçleriyle kaybeder. Davetlerden ve anında sağlamadan (JIT) da kaldırılır.',
      deleted: 'Kuruluş rolü silindi',
    },
  },
  scopes: {
    create: 'Kuruluş izni oluştur',
    createHelp: 'İzin bir kuruluşun içinde geçerlidir. Vermek için kuruluş rollerine ekleyin.',
    created: 'Kuruluş izni oluşturuldu',
    edit: 'İzni düzenle',
    editTitle: 'Düzenle: {{name}}',
    renameHelp: 'Yeni belirteçler yeni adı içerir. Uygulamanızın onu denetlediğinden emin olun.',
    copy: 'İzin adını kopyala',
    search: 'Kuruluş izni ara',
    searchPlaceholder: 'İzin, açıklama veya kimlik',
    columns: {
      permission: 'İzin',
      description: 'Açıklama',
    },
    noDescription: 'Açıklama yok',
    emptyTitle: 'Henüz kuruluş izni yok',
    emptyBody: 'İzinler, üyelerin bir kuruluş içinde ne yapabileceğini tanımlar, örneğin invite:member.',
    consequence:
      'İzin tüm kuruluş rollerinden, üçüncü taraf uygulamaların onayından ve yeni belirteçlerden kaldırılır.',
    deleted: 'Kuruluş izni silindi',
  },
  pick: {
    label: 'İzinler',
    search: 'İzin ve API ara',
    empty: 'Eklenecek başka izin yok. Bir kuruluş izni veya bir API kaynağının iznini oluşturun.',
  },
  permissions: {
    type: 'Tür veya API',
    searchPlaceholder: 'İzin, açıklama, API veya kimlik',
    emptyBody: 'İzni olmayan bir rol hiçbir şey vermez. Kuruluş izinleri veya API izinleri atayın.',
    removeBody: 'Bu role sahip üyeler ve makineler izni sonraki belirteçleriyle kaybeder. İznin kendisi silinmez.',
  },
};
