import type { Installation } from "@cuplaj/protocol/admin.ts";

export type StoredInstallation = Omit<Installation, "version" | "takes_writes" | "bus">;

export interface InstallationStore {
  read(): Promise<StoredInstallation>;
}
