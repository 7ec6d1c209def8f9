/** The address that opens a room around a message (ACT-7). */
export const messageLink = (roomName: string, seq: number): string =>
  `${location.origin}/view/${encodeURIComponent(roomName)}?m=${seq}`;
