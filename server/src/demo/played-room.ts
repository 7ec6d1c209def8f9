import { likeAction, takeOverAction } from "@cuplaj/protocol/action-ids.ts";
import type { ActionId } from "@cuplaj/protocol/message.ts";
import type { LineDecision, OfferLineStatus, OfferToStore } from "@cuplaj/protocol/offer.ts";
import type { ParticipantKind } from "@cuplaj/protocol/participant.ts";
import { isoTime } from "../kernel/clock.ts";
import type { PersonActor } from "../kernel/actor.ts";
import type { DemoOffer, DemoTalk } from "./content/demo-offer.ts";
import { type DemoUsername, roomMembers } from "./content/people.ts";
import { readOfferLines } from "./offer-lines.ts";
import type { DemoPhoto } from "./photos/demo-photos.ts";
import type { DemoFile, DemoStores, PersonOf } from "./store.ts";
import { type DemoLine, localTime, readTranscript } from "./transcript.ts";

interface RoomParts {
  readonly stores: DemoStores;
  readonly offer: DemoOffer;
  readonly personOf: PersonOf;
  readonly photos: ReadonlyMap<DemoPhoto, DemoFile>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

type OfferState = Pick<OfferToStore, "status" | "lines">;

interface Said {
  readonly messageId: number;
  readonly authorType: ParticipantKind;
}

const decisions: Partial<Record<OfferLineStatus, LineDecision>> = { accepted: "accept", declined: "decline" };
/** An offer is created this long before its first message. */
const madeBeforeMs = 90_000;
const usualDays = 7;
/** Must be shorter than any gap between two lines of a conversation. */
const readAfterMs = 400;

/** Replays an offer and its room; throws if the product refuses an act. */
export class PlayedRoom {
  readonly lines: readonly DemoLine[];
  readonly #parts: RoomParts;
  readonly #end: OfferState;
  readonly #readers: readonly { readonly username: DemoUsername; readonly upto: number }[];
  #roomId = 0;
  #version = 0;
  #total = 0;
  #newest: Said | null = null;
  #newestOfCustomer: Said | null = null;
  /** The message with the current take-over. */
  #held: Said | null = null;

  constructor(parts: RoomParts) {
    const { offer, now } = parts;
    this.#parts = parts;
    this.#end = { status: offer.status, lines: readOfferLines(offer.lines) };
    this.lines = readTranscript(offer.talk?.transcript ?? "", now);
    const total = this.lines.filter(({ kind }) => kind === "message").length;
    const unread: DemoTalk["unread"] = offer.talk?.unread ?? {};
    this.#readers = roomMembers(offer.customer).map((username) => ({
      username,
      upto: total - (unread[username] ?? 0),
    }));
  }

  /** Stores the offer with undecided lines, which creates its room. Without a conversation, the offer's date follows from its validity. */
  async make(): Promise<void> {
    const { offer, now } = this.#parts;
    const lines = this.#end.lines.map((line) => ({
      ...line,
      status: line.status in decisions ? ("offered" as const) : line.status,
    }));
    const isDecidedLater = this.lines.some(({ kind }) => kind === "decides");
    const [first] = this.lines;
    const at =
      first === undefined
        ? localTime(now, 1 + Math.max(0, usualDays - offer.validForDays), 9, 0)
        : first.at - madeBeforeMs;
    this.#roomId = await this.#store({ lines, status: isDecidedLater ? "sent" : offer.status }, "made", isoTime(at));
  }

  async play(line: DemoLine): Promise<void> {
    const now = isoTime(line.at);
    switch (line.kind) {
      case "message":
        await this.#say(line, now);
        return await this.#read(line);
      case "likes":
        return await this.#act(line.author, likeAction, this.#newest, now);
      case "takes over":
        this.#held = this.#newestOfCustomer;
        return await this.#act(line.author, takeOverAction, this.#held, now);
      case "releases":
        return await this.#act(line.author, takeOverAction, this.#held, now, false);
      case "hands over":
        return await this.#handOver(line, now);
      case "decides":
        return await this.#decide(line.author, now);
    }
  }

  /** Stores a version of the offer. Returns the room's id; 0 if nothing was logged. */
  async #store({ status, lines }: OfferState, expected: "made" | "stored", now: string): Promise<number> {
    const { stores, offer, ...parts } = this.#parts;
    const { number: offerId, customer, vehicle, validForDays } = offer;
    this.#version += 1;
    const validUntil = isoTime(localTime(parts.now, -validForDays, 23, 59));
    const state = { version: this.#version, status, lines, currency: "RON", valid_until: validUntil } as const;
    const sent = {
      offerId,
      content: { ...state, customer: { username: customer }, vehicle },
      actor: this.#actor("admin"),
    };
    const [stored] = await stores.offers.store([sent], { staff: roomMembers(customer), now });
    expectOutcome(stored?.outcome, expected);
    return stored?.entries[0]?.roomId ?? 0;
  }

  /** Decides the lines as the customer, and then stores the final status of the offer. */
  async #decide(username: DemoUsername, now: string): Promise<void> {
    const { stores, offer } = this.#parts;
    for (const { id: lineId, status } of this.#end.lines) {
      const decision = decisions[status];
      if (decision === undefined) continue;
      const asked = { offerId: offer.number, lineId, decision, version: this.#version, isOnBehalf: false, now };
      const { outcome } = await stores.offers.decide({ ...asked, actor: this.#actor(username) });
      expectOutcome(outcome, "decided");
      this.#version += 1;
    }
    if (offer.status !== "sent") await this.#store(this.#end, "stored", now);
  }

  #actor(username: DemoUsername): PersonActor {
    return { by: "person", id: this.#parts.personOf(username).id, address: null };
  }

  async #say({ author: username, body, photo }: Extract<DemoLine, { kind: "message" }>, now: string): Promise<void> {
    const { stores, personOf } = this.#parts;
    const author = personOf(username);
    const file = photo === null ? null : await this.#claim(photo, author.id, now);
    const message = { roomId: this.#roomId, author, text: body, clientId: null, file };
    const [sent] = await stores.messages.publish([message], now);
    if (sent?.status === "rejected") throw sent.reason;
    if (sent?.value.kind !== "stored") throw new Error(`it came to ${sent?.value.kind}, not stored`);
    this.#newest = { messageId: sent.value.message.id, authorType: author.type };
    if (author.type === "customer") this.#newestOfCustomer = this.#newest;
    this.#total += 1;
  }

  async #claim(photo: DemoPhoto, uploaderId: number, createdAt: string): Promise<DemoFile> {
    const { stores, photos } = this.#parts;
    const file = photos.get(photo);
    if (file === undefined) throw new Error(`there is no photo ${photo}`);
    const placeholder = Buffer.from(file.placeholder, "base64");
    const row = { ...file, placeholder, uploaderId, createdAt };
    await stores.addFile(row);
    return file;
  }

  /** Moves the markers of people who read up to this message, except its author's, which sending has already moved (ROOM-7). */
  async #read({ author, at }: DemoLine): Promise<void> {
    const { stores, personOf } = this.#parts;
    for (const { username, upto } of this.#readers) {
      if (upto !== this.#total || username === author) continue;
      const move = { roomId: this.#roomId, participantId: personOf(username).id, upto: null };
      await stores.rooms.moveMarker({ ...move, now: isoTime(at + readAfterMs) });
    }
  }

  async #act(username: DemoUsername, actionId: ActionId, on: Said | null, now: string, wished = true): Promise<void> {
    const { stores, personOf } = this.#parts;
    if (on === null) throw new Error(`there is no message on which ${username} could act`);
    const by = { participantId: personOf(username).id, mayTakeFromOthers: false };
    const { outcome } = await stores.actions.act({ roomId: this.#roomId, actionId, wished, now, ...on, ...by });
    expectOutcome(outcome, "done");
  }

  async #handOver({ author, to, note }: Extract<DemoLine, { kind: "hands over" }>, now: string): Promise<void> {
    const { stores, personOf } = this.#parts;
    const by = { participantId: personOf(author).id, mayTakeFromOthers: false, mayBringIn: false };
    const given = { roomId: this.#roomId, to: personOf(to).id, note, now };
    const { outcome } = await stores.actions.handOver({ ...given, ...by });
    expectOutcome(outcome, "done");
  }
}

function expectOutcome(outcome: string | undefined, expected: string): void {
  if (outcome !== expected) throw new Error(`it came to ${outcome}, not ${expected}`);
}
