import type { Device, LanguageCode, User } from "@cuplaj/protocol/participant.ts";

export type StoredDevice = Omit<Device, "is_current"> & { readonly session: string };

export interface AccountSettingsStore {
  /** Sets the language, and raises the version if it differs (AUTH-8). */
  changeLanguage(participantId: number, locale: LanguageCode): Promise<void>;
  /** Ends all other sessions and returns them; null if the current hash is no longer `before`. */
  changePassword(change: {
    readonly participantId: number;
    readonly before: string;
    readonly after: string;
    readonly session: string;
  }): Promise<readonly string[] | null>;
  /** Null if the invitation is unknown or expired, or the person is disabled (USR-5). */
  findInvited(hash: Buffer, at: string): Promise<Pick<User, "name" | "username"> | null>;
  /** Uses up the invitation, sets the password and ends all sessions; returns the person's id, or null like `findInvited`. */
  acceptInvitation(hash: Buffer, passwordHash: string, at: string): Promise<number | null>;
  /** Lists sign-ins used since a moment, most recent first, without programs' tokens (ERP-2a). */
  listDevices(participantId: number, since: string): Promise<readonly StoredDevice[]>;
  /** Ends a session and returns it; null if it has ended or belongs to somebody else. */
  removeDevice(participantId: number, deviceId: number): Promise<string | null>;
}
