import type { OpeningHours } from "@cuplaj/protocol/opening-hours.ts";
import type { User } from "@cuplaj/protocol/participant.ts";
import { mayManage } from "../administration/rules.ts";
import { done, invalidField, type Outcome, refused } from "../kernel/outcome.ts";
import { wrongField } from "./check-hours.ts";
import type { CurrentHours } from "./current-hours.ts";
import type { HoursStore } from "./store.ts";

export interface ChangeHoursParts {
  readonly hours: Pick<HoursStore, "read" | "replace">;
  readonly currentHours: Pick<CurrentHours, "forget">;
}

interface EnteredHours {
  readonly hours: OpeningHours | null;
}

export async function viewHours({ hours }: ChangeHoursParts, caller: User): Promise<Outcome<EnteredHours>> {
  return mayManage(caller) ? done({ hours: await hours.read() }) : refused("forbidden");
}

export async function changeHours(
  { hours, currentHours }: ChangeHoursParts,
  caller: User,
  entered: OpeningHours | null,
): Promise<Outcome<EnteredHours>> {
  if (!mayManage(caller)) return refused("forbidden");
  const field = entered === null ? null : wrongField(entered);
  if (field !== null) return invalidField(field, "not_valid");
  await hours.replace(entered);
  currentHours.forget();
  return done({ hours: entered });
}
