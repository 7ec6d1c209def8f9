import type { NotificationChoices } from "@cuplaj/protocol/participant.ts";
import { excerptOf } from "../language/letters.ts";
import type { Said } from "../language/said.ts";
import type { Ring } from "./notifications-shape.ts";
import type { ro } from "./ro.ts";

/** Longest text that a notification repeats, letters: what systems show of one at most. */
const textMax = 140;

type Sentences = Said<typeof ro>["notifications"]["shown"];

/** NOTE-2b: what a notification says in its body, as its person chose: who and what, who alone, or nothing of it. */
export function notificationBody(
  { about, name, text }: Pick<Ring, "about" | "name" | "text">,
  privacy: NotificationChoices["privacy"],
  words: Sentences,
): string {
  const { some, by } = words[about];
  if (privacy === "nothing" || name === "") return some;
  if (about === "message" && privacy === "what" && text !== "") return `${name}: ${excerptOf(text, textMax)}`;
  return `${name} ${by}`;
}
