/** English texts of the emails about a tenant. Other languages: `server/languages`. */
export const tenantMails = {
  subject: {
    receipt: 'Receipt for invoice {{numbers}}',
    failed: 'A payment for “{{name}}” failed',
    suspended: 'The tenant “{{name}}” is suspended',
    resumed: 'The tenant “{{name}}” is active again',
    removed: 'The tenant “{{name}}” was deleted',
  },
  body: {
    receipt: 'You paid {{amount}} for the tenant “{{name}}”. This is invoice {{numbers}}.',
    failed: 'A payment for the tenant “{{name}}” failed. Check the payment method.',
    suspended:
      'An operator suspended the tenant “{{name}}”. Sign-ins fail, and the tenant sends no messages. Its data is kept.',
    resumed: 'The tenant “{{name}}” is active again. People can sign in.',
    removed: 'The tenant “{{name}}” was deleted, and its data is being erased. Invoices are kept as the law requires.',
  },
  reason: 'Reason: {{reason}}',
  owed: 'Unpaid: {{amount}} ({{numbers}}).',
  see: { invoices: 'See invoices', console: 'Open the console' },
};
