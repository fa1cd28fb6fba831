// Runs before the first paint. The console, on the same origin, keeps the choice under the same name.
(() => {
  const key = 'postern:console:appearance';
  const device = matchMedia('(prefers-color-scheme: dark)');
  const read = () => {
    try {
      return localStorage.getItem(key) ?? 'auto';
    } catch {
      return 'auto';
    }
  };
  const apply = () => {
    const choice = read();
    const isDark = choice === 'dark' || (choice === 'auto' && device.matches);
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  };
  apply();
  device.addEventListener('change', apply);
  addEventListener('storage', apply);
})();
