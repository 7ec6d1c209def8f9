import type { Installation } from "@cuplaj/protocol/admin.ts";

/** What the database knows of the installation. */
export type StoredInstallation = Omit<Installation, "version" | "takes_writes" | "bus">;

export interface InstallationStore {
  read(): Promise<StoredInstallation>;
}
