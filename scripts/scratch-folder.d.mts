export const memory: string;
export function hasRoomInMemory(): boolean;
