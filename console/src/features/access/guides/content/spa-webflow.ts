import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'https://your-site.webflow.io/callback',
  postSignOutUri: 'https://your-site.webflow.io',
  steps: [
    { title: 'redirects', text: ['ownSite', 'redirects'], hasRedirects: true },
    {
      title: 'configure',
      text: ['webflowHead'],
      samples: [
        {
          language: 'html',
          code: `<script type="module">
  import LogtoClient from 'https://esm.sh/@logto/browser';

  window.auth = new LogtoClient({
    endpoint: '{{endpoint}}',
    appId: '{{appId}}',
  });
  window.dispatchEvent(new Event('auth-ready'));
</script>`,
        },
      ],
    },
    {
      title: 'callback',
      text: ['webflowCallback'],
      samples: [
        {
          language: 'html',
          code: `<script type="module">
  const finish = async () => {
    await window.auth.handleSignInCallback(window.location.href);
    window.location.replace('/');
  };
  window.auth ? finish() : window.addEventListener('auth-ready', finish);
</script>`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['webflowButtons'],
      samples: [
        {
          language: 'html',
          code: `<script type="module">
  const start = async () => {
    const isSignedIn = await window.auth.isAuthenticated();
    const signIn = document.getElementById('sign-in');
    const signOut = document.getElementById('sign-out');
    signIn.hidden = isSignedIn;
    signOut.hidden = !isSignedIn;
    signIn.addEventListener('click', () => window.auth.signIn('{{redirectUri}}'));
    signOut.addEventListener('click', () => window.auth.signOut('{{postSignOutUri}}'));
  };
  window.auth ? start() : window.addEventListener('auth-ready', start);
</script>`,
        },
      ],
    },
    {
      title: 'user',
      text: ['webflowUser'],
      samples: [
        {
          language: 'html',
          code: `<p id="hello"></p>
<script type="module">
  const greet = async () => {
    if (await window.auth.isAuthenticated()) {
      const { name, username, sub } = await window.auth.getIdTokenClaims();
      document.getElementById('hello').textContent = 'Hello, ' + (name ?? username ?? sub);
    }
  };
  window.auth ? greet() : window.addEventListener('auth-ready', greet);
</script>`,
        },
      ],
    },
  ],
};
