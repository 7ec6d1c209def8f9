import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import { fits, isLanguage, isWritten } from "../api/shapes.ts";
import { deviceCopies, hasDeviceCopies } from "../platform/storage/one-store.ts";

const sessionKey = "session";

/** The worker's credentials: the outbox's owner (`ownerKey`) and the session's token, deleted at sign-out. */
export interface WorkerSession {
  readonly owner: string;
  readonly token: string;
  readonly language: LanguageCode;
}

const isSession = (value: unknown): value is WorkerSession =>
  fits<WorkerSession>(value, { owner: isWritten, token: isWritten, language: isLanguage });

export const saveWorkerSession = (session: WorkerSession): Promise<void> => deviceCopies.put(sessionKey, session);

export async function storedWorkerSession(): Promise<WorkerSession | null> {
  const session = (await hasDeviceCopies()) ? await deviceCopies.get(sessionKey) : null;
  return isSession(session) ? session : null;
}

export const outboxTag = "outbox";
