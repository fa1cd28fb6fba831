const width = 600;
const height = 640;

/** An empty window in the middle of this one; null where the browser does not allow it. */
export function openPopup(): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
  return window.open('', 'postern-social', `popup,width=${width},height=${height},left=${left},top=${top}`);
}
