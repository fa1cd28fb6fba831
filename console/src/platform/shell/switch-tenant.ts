let isOpen = false;
const listeners = new Set<() => void>();

/** Opens or closes the list of tenants in the top bar, from anywhere. */
export function setTenantSwitch(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) {
    listener();
  }
}

export const isTenantSwitchOpen = () => isOpen;

export function subscribeToTenantSwitch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
