import { useTranslations } from "use-intl";
import type { Participant, Room } from "../state/entities.ts";
import { me } from "../state/selectors.ts";
import { useAppState } from "../state/app-context.ts";

/** The customer of a found room, and its words as in the list: name and car for staff, the car for the customer, else the offer. */
export function useFoundSubject(room: Room): { readonly person: Participant | null; readonly subject: string } {
  const t = useTranslations("offers");
  const isCustomer = useAppState((state) => me(state)?.kind === "customer");
  const person = room.members.find(({ kind }) => (kind === "customer") !== isCustomer) ?? null;
  const words = [isCustomer ? "" : (person?.name ?? ""), room.vehicle].filter((word) => word !== "");
  return { person, subject: words.length === 0 ? t("title", { number: String(room.offerNumber) }) : words.join(" · ") };
}
