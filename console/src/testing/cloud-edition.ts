// Makes the console of the screens that follow the one of the cloud edition, as the server does in index.html.
const script = document.createElement('script');
script.type = 'application/json';
script.id = 'postern-config';
script.textContent = JSON.stringify({ edition: 'cloud' });
document.head.append(script);
