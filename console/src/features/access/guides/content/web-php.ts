import type { Guide } from '../guide.ts';

export const guide: Guide = {
  redirectUri: 'http://localhost:8000/callback.php',
  postSignOutUri: 'http://localhost:8000/',
  steps: [
    { title: 'install', text: ['installSdk'], samples: [{ language: 'sh', code: 'composer require logto/sdk' }] },
    {
      title: 'configure',
      text: ['phpClient'],
      samples: [
        {
          language: 'php',
          file: 'auth.php',
          code: `<?php

require_once __DIR__ . '/vendor/autoload.php';

use Logto\\Sdk\\LogtoClient;
use Logto\\Sdk\\LogtoConfig;

return new LogtoClient(new LogtoConfig(
    endpoint: '{{endpoint}}',
    appId: '{{appId}}',
    appSecret: '{{appSecret}}',
));`,
        },
      ],
    },
    { title: 'redirects', text: ['redirects'], hasRedirects: true },
    {
      title: 'callback',
      text: ['phpCallback'],
      samples: [
        {
          language: 'php',
          file: 'callback.php',
          code: `<?php

$client = require __DIR__ . '/auth.php';
$client->handleSignInCallback();
header('Location: /');`,
        },
      ],
    },
    {
      title: 'signIn',
      text: ['phpPages'],
      samples: [
        {
          language: 'php',
          file: 'sign-in.php',
          code: `<?php

$client = require __DIR__ . '/auth.php';
header('Location: ' . $client->signIn('{{redirectUri}}'));`,
        },
        {
          language: 'php',
          file: 'sign-out.php',
          code: `<?php

$client = require __DIR__ . '/auth.php';
header('Location: ' . $client->signOut('{{postSignOutUri}}'));`,
        },
      ],
    },
    {
      title: 'user',
      text: ['userClaims'],
      samples: [
        {
          language: 'php',
          file: 'index.php',
          code: `<?php

$client = require __DIR__ . '/auth.php';

if ($client->isAuthenticated()) {
    $claims = $client->getIdTokenClaims();
    echo 'Hello, ' . htmlspecialchars($claims->name ?? $claims->sub);
    echo ' <a href="/sign-out.php">Sign out</a>';
} else {
    echo '<a href="/sign-in.php">Sign in</a>';
}`,
        },
        { language: 'sh', code: 'php -S localhost:8000' },
      ],
    },
    {
      title: 'api',
      text: ['apiResource'],
      samples: [
        {
          language: 'php',
          code: `<?php

// With resources: ['https://api.example.com'] in auth.php.
$token = $client->getAccessToken('https://api.example.com');
$orders = file_get_contents('https://api.example.com/orders', false, stream_context_create([
    'http' => ['header' => 'Authorization: Bearer ' . $token],
]));`,
        },
      ],
    },
  ],
};
