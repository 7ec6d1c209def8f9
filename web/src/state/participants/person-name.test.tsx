import { erasedName } from "@cuplaj/protocol/erased-name.ts";
import { expect, test } from "vitest";
import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import { groupOf } from "../history/group-lines.ts";
import { QuietLines } from "../../quiet-lines/quiet-lines.tsx";
import { Author } from "../../conversation/row-parts.tsx";
import { OfferDetails } from "../../offers/offer-details.tsx";
import { PersonRow } from "../../conversation/members/person-row.tsx";
import { PrintedOffer } from "../../printing/printed-offer.tsx";
import { PrintedMessage } from "../../printing/printed-room.tsx";
import { BubbleQuote } from "../../quotes/bubble-quote.tsx";
import { RoomPreview } from "../../rooms/room-preview.tsx";
import type { Participant } from "../entities.ts";
import { drawn } from "../../testing/drawn.tsx";
import { offerOf } from "../../testing/offers.ts";
import { message, room } from "../../testing/people.ts";
import { createAnasApp } from "../../testing/test-app.ts";

const gone: Participant = { id: 9, name: erasedName, kind: "customer" };
const theirs = message(1, 1, { author: gone, text: "", isDeleted: true });
const quote = { messageId: 1, seq: 1, author: gone, excerpt: "", fileType: null, isDeleted: true };
const offer = { ...offerOf(10_001), customer: { id: gone.id, name: gone.name } };
const update = { offerNumber: 10_001, version: 2, status: "sent", changesTotal: 1, by: gone } as const;
const accepted = [{ what: "line_status", lineId: 1, from: "offered", to: "accepted" }];
const handed = { holder: null, from: gone, by: gone, how: "left" } as const;

const parts = {
  "an author": <Author id="a" author={gone} />,
  "a row of the list": <RoomPreview roomId={1} />,
  "a row of people": <PersonRow person={gone} note="" />,
  "a quote": <BubbleQuote roomId={1} quote={quote} from={null} tabIndex={0} />,
  "a quiet line": <QuietLines group={groupOf([{ seq: 1, kind: "left", person: gone }])} />,
  "a line of two people": (
    <QuietLines group={groupOf([1, 2, 3, 4].map((seq) => ({ seq, kind: "left", person: { ...gone, id: seq } })))} />
  ),
  "a change of holder": <QuietLines group={groupOf([{ seq: 1, kind: "take-over", change: handed }])} />,
  "a decision": <QuietLines group={groupOf([{ seq: 1, kind: "offer", update: { ...update, changes: accepted } }])} />,
  "an offer": <OfferDetails offer={offer} isTitled />,
  "an offer on paper": <PrintedOffer offer={offer} />,
  "a message on paper": <PrintedMessage message={theirs} at={0} />,
  "a quote on paper": <PrintedMessage message={message(1, 2, { author: gone, quote })} at={0} />,
};

test.each(Object.entries(parts))("[PERS-2a] an erased person is named in the page's language: %s", (_, part) => {
  const said = (language: LanguageCode): string =>
    drawn(createAnasApp(room(1, { cursor: 1, lastMessage: theirs })), part, language);
  expect(said("ro")).toContain(erasedName);
  expect(said("en")).toContain("Erased user");
  expect(said("en")).not.toContain(erasedName);
});
