// The pages of the documentation in the order of the navigation: what everybody reads first, then the wings of the
// product. A page is named after its file; three come from elsewhere.

/** Pages whose file is not `docs/<name>.md`. `decisions` is a list that is made from their folder. */
export const sources = { contributing: 'CONTRIBUTING.md', changelog: 'CHANGELOG.md', decisions: undefined };

export const groups = [
  {
    title: 'Start here',
    pages: ['help', 'architecture', 'glossary', 'add-a-resource', 'contributing', 'decisions', 'changelog'],
  },
  { title: 'Operate', pages: ['operations', 'security', 'benchmarks'] },
  { title: 'Records', pages: ['errors'] },
  { title: 'Messages', pages: ['connectors'] },
  { title: 'Experience', pages: ['sign-in-experience'] },
  { title: 'Access', pages: ['applications', 'authorization', 'tokens', 'custom-jwt'] },
  { title: 'People', pages: ['users'] },
  { title: 'Sign-in', pages: ['sign-in', 'sign-in-pages'] },
  { title: 'Account', pages: ['account-api', 'account-center', 'profile'] },
  { title: 'Cloud', pages: ['cloud', 'billing', 'operators'] },
];
