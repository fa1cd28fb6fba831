const width = 600;
const height = 640;

/** Opens an empty popup centered over this window; null if the browser blocks it. */
export function openPopup(): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
  return window.open('', 'postern-social', `popup,width=${width},height=${height},left=${left},top=${top}`);
}
