import { actionsPart } from "./actions/actions-part.ts";
import { draftsPart } from "./drafts/drafts-part.ts";
import { editsPart } from "./edits/edits-part.ts";
import { filesPart } from "./files/files-part.ts";
import { foundPart } from "./found/found-part.ts";
import { messagesPart } from "./messages/messages-part.ts";
import { offersPart } from "./offers/offers-part.ts";
import { outboxPart } from "./outbox/outbox-part.ts";
import { ownRoomsPart } from "./own-rooms/own-rooms-part.ts";
import { presencePart } from "./presence/presence-part.ts";
import { quotesPart } from "./quotes/quotes-part.ts";
import { syncPart } from "./sync/sync-part.ts";
import { typingPart } from "./typing/typing-part.ts";
import { liveEventOf } from "./sync/live-events.ts";
import type { AnyPart } from "./part.ts";

export interface LaterCode {
  readonly parts: readonly AnyPart[];
  readonly liveEventOf: typeof liveEventOf;
}

/** The slices that come once the list is usable, by folder, in the order of handling an event: after those of the first load. */
const later = {
  "own-rooms": ownRoomsPart,
  messages: messagesPart,
  files: filesPart,
  actions: actionsPart,
  quotes: quotesPart,
  edits: editsPart,
  drafts: draftsPart,
  typing: typingPart,
  presence: presencePart,
  offers: offersPart,
  outbox: outboxPart,
  sync: syncPart,
  // FIND-4q: where one can write, its field takes what is typed after its key.
  found: foundPart,
} satisfies Readonly<Record<string, AnyPart>>;

/** What comes later: the slices, and how live events are read, which they alone take in. */
export const laterCode: LaterCode = { parts: Object.values(later), liveEventOf };
export const laterNames: readonly string[] = Object.keys(later);
