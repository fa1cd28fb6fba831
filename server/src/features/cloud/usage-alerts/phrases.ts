/** English texts of the warnings about usage. Other languages: `server/languages`. */
export const usageAlerts = {
  subject: {
    activeUsers: {
      80: 'You have used most of your monthly active users',
      100: 'You have reached your monthly active user limit',
    },
    tokens: {
      80: 'You have used most of your tokens for this period',
      100: 'You have reached your token limit for this period',
    },
  },
  used: {
    activeUsers: 'The tenant “{{name}}” has used {{used}} of {{quota}} monthly active users in this period.',
    tokens: 'The tenant “{{name}}” has used {{used}} of {{quota}} tokens in this period.',
  },
  billed: 'Usage above the plan is added to your next invoice.',
  agreed: 'Sign-ins and tokens are not refused. Contact us to raise the limit.',
  refused: {
    activeUsers: {
      plan: 'People who were already active in this period can still sign in. Others cannot sign in until the next period starts, or until you choose a larger plan.',
      production:
        'People who were already active in this period can still sign in. Others cannot sign in until the next period starts, or until you convert the tenant to production.',
    },
    tokens: {
      plan: 'No tokens are issued until the next period starts, or until you choose a larger plan.',
      production: 'No tokens are issued until the next period starts, or until you convert the tenant to production.',
    },
  },
  larger: {
    plan: 'Choose a larger plan before it runs out.',
    production: 'Convert the tenant to production before it runs out.',
  },
  see: 'See usage',
};
