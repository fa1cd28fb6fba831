// Makes the console of the screens one with everything that an operator can switch on, as the server does in index.html.
const script = document.createElement('script');
script.type = 'application/json';
script.id = 'postern-config';
script.textContent = JSON.stringify({ edition: 'oss', hasProtectedApps: true });
document.head.append(script);
