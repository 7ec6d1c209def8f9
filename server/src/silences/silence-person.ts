import type { ParticipantKind, User } from "@cuplaj/protocol/participant.ts";
import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { done, invalidField, type Outcome, refused } from "../kernel/outcome.ts";
import { type OwnSettingsParts, readChanged } from "../participants/own-settings.ts";
import { mayLookUpAnyone } from "../participants/rules.ts";
import type { NameStore } from "../participants/store.ts";
import type { SilenceStore } from "./store.ts";

export interface SilencePersonParts extends OwnSettingsParts {
  readonly silences: SilenceStore;
  readonly names: Pick<NameStore, "findNames">;
}

/** A null `wanted` toggles the silence. */
interface AskedSilence {
  readonly id: number;
  readonly type: ParticipantKind;
  readonly wanted: boolean | null;
}

/** SIL-1: silences a person whom the caller may know, or ends that silence. Returns the caller's settings. */
export async function silencePerson(
  parts: SilencePersonParts,
  caller: User,
  { id, type, wanted }: AskedSilence,
): Promise<Outcome<{ isSilenced: boolean; user: User }>> {
  if (!hasPermission(caller.roles, "users.silence")) return refused("forbidden");
  const [person] = await parts.names.findNames([id], caller.id, mayLookUpAnyone(caller));
  if (person?.type !== type) return refused("not_found");
  if (id === caller.id) return invalidField("userId", "not_valid");
  const silence = { participantId: caller.id, silencedId: id };
  const change = await parts.silences.change(silence, wanted);
  if (change === "full") return invalidField("silenced", "too_many");
  if (change === "begun") await parts.silences.complete(silence);
  const after = await readChanged(parts, caller.id);
  if (!after.ok) return after;
  const user = after.value;
  return done({ isSilenced: user.users_silenced.some(({ user_id: silenced }) => silenced === id), user });
}
