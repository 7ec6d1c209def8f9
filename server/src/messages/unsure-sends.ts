/** Sends of which nobody knows whether they were committed: the store went away before it answered (ERR-3). */
export interface UnsureSends {
  remember(authorId: number, clientId: string): void;
  has(authorId: number, clientId: string): boolean;
  settle(authorId: number, clientId: string): void;
}

/** In the memory of this process: who tries again in another one finds the message by catching up. */
export function createUnsureSends(keptMax = 10_000): UnsureSends {
  const sends = new Set<string>();
  const keyOf = (authorId: number, clientId: string): string => `${authorId} ${clientId}`;
  return {
    remember(authorId, clientId) {
      sends.add(keyOf(authorId, clientId));
      const [oldest] = sends;
      if (sends.size > keptMax && oldest !== undefined) sends.delete(oldest);
    },
    has: (authorId, clientId) => sends.has(keyOf(authorId, clientId)),
    settle: (authorId, clientId) => void sends.delete(keyOf(authorId, clientId)),
  };
}
