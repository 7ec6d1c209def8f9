import type { NotificationChoices } from "@cuplaj/protocol/participant.ts";
import { excerptOf } from "../state/letters.ts";
import { titleOf } from "../state/rooms/room-title.ts";
import type { Said } from "../state/said.ts";
import type { Room } from "../state/entities.ts";
import type { ro } from "./shown/late-ro.ts";
import type { Ring } from "./notifications-shape.ts";

/** Operating systems show at most this many letters of a notification. */
const textMax = 140;

type Sentences = Said<typeof ro>["shownNotifications"];

/** NOTE-2b: the vehicle, or the title without one, as in pushes. */
export function notificationTitle(
  room: Pick<Room, "vehicle" | "offerNumber" | "request">,
  privacy: NotificationChoices["privacy"],
  words: Sentences,
): string {
  const { of, id } = titleOf(room);
  return room.vehicle === "" || privacy === "nothing" ? `${words[`${of}Title`]} ${id}` : room.vehicle;
}

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
