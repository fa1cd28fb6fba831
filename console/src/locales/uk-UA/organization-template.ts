import type { Phrases } from '../phrases.ts';

export const organizationTemplate: Phrases['organizationTemplate'] = {
  purpose: 'Ролі та дозволи, спільні для всіх організацій.',
  tabs: { roles: 'Ролі в організації', scopes: 'Дозволи організації' },
  kinds: { organization: 'Дозвіл організації', organizationPlural: 'Дозволи організації' },
  typeHelp: {
    User: 'Для учасників організації.',
    MachineToMachine: 'Для міжсервісних застосунків в організації.',
  },
  deleteTitle: 'Видалити {{name}}?',
  fields: {
    roleName: 'Назва ролі',
    roleNamePlaceholder: 'Бухгалтер',
    roleDescriptionPlaceholder: 'Веде рахунки організації',
    scopeName: 'Ім’я дозволу',
    scopeNamePlaceholder: 'invite:member',
    scopeDescriptionPlaceholder: 'Запрошувати учасників до організації',
    description: 'Опис',
    type: 'Тип ролі',
  },
  roles: {
    create: 'Створити роль в організації',
    createNamed: 'Створити роль в організації «{{name}}»',
    created: 'Роль в організації створено',
    search: 'Пошук ролей в організації',
    searchPlaceholder: 'Роль, опис або ID',
    columns: { role: 'Роль', type: 'Тип', permissions: 'Дозволи' },
    noPermissions: 'Немає дозволів',
    emptyTitle: 'Ролей в організації поки немає',
    emptyBody: 'Учасники організації отримують дозволи через ролі в організації, наприклад admin або editor.',
    danger: {
      what: 'Видалити цю роль в організації',
      action: 'Видалити роль',
      consequence:
        'Учасники та M2M-застосунки втратять роль у всіх організаціях із наступним токеном. Вона зникне також із запрошень і з автоматичного додавання учасників.',
      deleted: 'Роль в організації видалено',
    },
  },
  scopes: {
    create: 'Створити дозвіл організації',
    createHelp: 'Дозвіл діє всередині організації. Щоб надати його, додайте його до ролей в організації.',
    created: 'Дозвіл організації створено',
    edit: 'Змінити дозвіл',
    editTitle: 'Змінити {{name}}',
    renameHelp: 'У нових токенах буде нове ім’я. Переконайтеся, що ваш застосунок його перевіряє.',
    copy: 'Скопіювати ім’я дозволу',
    search: 'Пошук дозволів організації',
    searchPlaceholder: 'Дозвіл, опис або ID',
    columns: { permission: 'Дозвіл', description: 'Опис' },
    noDescription: 'Без опису',
    emptyTitle: 'Дозволів організації поки немає',
    emptyBody: 'Дозволи визначають, що учасникам можна робити всередині організації, наприклад invite:member.',
    consequence: 'Дозвіл зникне з усіх ролей в організації, зі згоди для сторонніх застосунків і з нових токенів.',
    deleted: 'Дозвіл організації видалено',
  },
  pick: {
    label: 'Дозволи',
    search: 'Пошук дозволів і API',
    empty: 'Більше немає дозволів для додавання. Створіть дозвіл організації або дозвіл ресурсу API.',
  },
  permissions: {
    type: 'Тип або API',
    searchPlaceholder: 'Дозвіл, опис, API або ID',
    emptyBody: 'Роль без дозволів нічого не дає. Додайте дозволи організації або дозволи API.',
    removeBody:
      'Учасники та M2M-застосунки з цією роллю втратять дозвіл із наступним токеном. Сам дозвіл не видаляється.',
  },
};
