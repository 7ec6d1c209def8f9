import type { Installation } from "@cuplaj/protocol/admin.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { done, type Outcome, refused } from "../kernel/outcome.ts";
import { mayManage } from "./rules.ts";
import type { InstallationStore } from "./store.ts";

export interface InstallationParts {
  readonly installation: InstallationStore;
  readonly health: () => Promise<{ readonly writes: boolean; readonly bus: "up" | "away" }>;
  readonly version: string;
}

/** ADM-5: size and health of the installation; 503 while its database is down. */
export async function viewInstallation(
  { installation, health, version }: InstallationParts,
  caller: User,
): Promise<Outcome<Installation>> {
  if (!mayManage(caller)) return refused("forbidden");
  const [stored, { writes, bus }] = await Promise.all([installation.read(), health()]);
  return done({ version, ...stored, takes_writes: writes, bus });
}
