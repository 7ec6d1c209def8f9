import type { Device, LanguageCode, User } from "@cuplaj/protocol/participant.ts";

/** A sign-in that goes on, with the session that its token opens. */
export type StoredDevice = Omit<Device, "is_current"> & { readonly session: string };

/** What people change of their own account. */
export interface AccountSettingsStore {
  /** Moves the version of own settings where it is another language (AUTH-8). */
  changeLanguage(participantId: number, locale: LanguageCode): Promise<void>;
  /**
   * Replaces the password that hashes to `before`, and ends all sessions but one; answers the others, and null where the password is
   * another by now.
   */
  changePassword(change: {
    readonly participantId: number;
    readonly before: string;
    readonly after: string;
    readonly session: string;
  }): Promise<readonly string[] | null>;
  /** The person whom the invitation with this hash is for at a moment (USR-5); null without one, or if they are disabled. */
  findInvited(hash: Buffer, at: string): Promise<Pick<User, "name" | "username"> | null>;
  /** Uses it up: the person has this password then, and no other session; answers their id, null where there is none or they are disabled. */
  acceptInvitation(hash: Buffer, passwordHash: string, at: string): Promise<number | null>;
  /** A person's sign-ins that were used since a moment, the latest first; a program's token is none (ERP-2a). */
  listDevices(participantId: number, since: string): Promise<readonly StoredDevice[]>;
  /** Ends one of a person's sessions and answers it; null where it is not theirs, or has ended. */
  removeDevice(participantId: number, deviceId: number): Promise<string | null>;
}
