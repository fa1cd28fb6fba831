/** Settings of the console, as the server writes them into index.html. For the setup files of screens. */
export function writeSettings(settings: object): void {
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'postern-config';
  script.textContent = JSON.stringify(settings);
  document.head.append(script);
}
