import { type TObject, type TSchema } from "typebox";
import { ChannelAuthorization, Credentials, SignedIn } from "../call-shapes.ts";
import * as events from "../events.ts";
import { UploadedMessage } from "../file-endpoints.ts";
import { MessageFile } from "../file.ts";
import { Message, MessageAction, Quote } from "../message.ts";
import * as offers from "../offer.ts";
import * as people from "../participant.ts";
import { PublicSettings } from "../public-settings.ts";
import { PushSubscription } from "../push.ts";
import * as rooms from "../room.ts";
import * as search from "../search.ts";
import * as sync from "../sync.ts";
import { OfferWebhook } from "../webhook.ts";

/** A shape under the name by which the document refers to it. */
export interface SchemaDoc {
  readonly schema: TSchema;
  readonly description: string;
  /** Words for fields whose names do not say it all. */
  readonly fields?: Readonly<Record<string, string | undefined>>;
}

/** Words for a shape, and for fields that it has. */
const of = <T extends TObject>(
  schema: T,
  description: string,
  fields?: Readonly<Partial<Record<keyof T["properties"] & string, string>>>,
): SchemaDoc => ({ schema, description, fields: { ...fields } });

/** What is no object. */
const plain = (schema: TSchema, description: string): SchemaDoc => ({ schema, description });

const headSeq = "Its `last_seq` is the event's place in the log.";

/** Every shape that has a name in the document. */
export const schemaDocs: Readonly<Record<string, SchemaDoc>> = {
  PublicSettings: of(PublicSettings, "What a client needs to know before anybody signs in.", {
    pusher_key: "The key of the live connection.",
    wss_port: "The port of the live connection behind TLS; null means the page's own.",
    upload_bytes_max: "Longest file, in bytes.",
    sentry_dsn: "Where the page reports its errors; null for nowhere.",
    demo_accounts: "Filled on a demonstration installation only.",
  }),
  Credentials: of(Credentials, "A user name and its password."),
  SignedIn: of(SignedIn, "What a sign-in gives.", { token: "Goes into `Authorization: Bearer ...`; opaque." }),
  ParticipantKind: plain(people.ParticipantKind, "The kind of a person; ids are unique across the three."),
  LanguageCode: plain(people.LanguageCode, "Romanian or English."),
  User: of(people.User, "The signed-in person with own settings.", {
    users_silenced: "Whom the person silences.",
    version: "Grows with each change of own settings.",
  }),
  OwnRooms: of(people.OwnRooms, "How a person arranged their rooms.", {
    pinned: "Ids, the first pinned first.",
    unread: "Marked unread from the message of this `seq` on.",
  }),
  NotificationChoices: of(people.NotificationChoices, "What a person's notifications show, and when they are quiet.", {
    privacy: "Who wrote and what, who alone, or neither.",
    quiet:
      "The hours without pushes, on the clocks of that time zone (IANA name); past midnight where `to` is earlier.",
  }),
  PushSubscription: of(PushSubscription, "A browser's push subscription, as the browser writes it.", {
    endpoint: "An https address of a push service.",
    expirationTime: "Not read.",
    keys: "In base64url, without padding.",
  }),
  NamedPerson: of(people.NamedPerson, "A person's id and name."),
  Member: of(people.Member, "A member of a room."),
  ListedMember: of(people.ListedMember, "A member as the list of members tells it.", {
    is_online: "Whether they have a live connection on the room's channel.",
  }),
  OnlineUser: of(people.OnlineUser, "Somebody present in a room; also the `user_info` of presence channels."),
  Device: of(people.Device, "A sign-in that goes on.", { user_agent: "What the program called itself, shortened." }),
  RoomFilter: plain(
    rooms.RoomFilter,
    "All rooms; with something unread; held by the caller; waiting for an answer and held by nobody.",
  ),
  RoomSort: plain(rooms.RoomSort, "Newest activity first, or who has waited longest first."),
  RoomCounts: of(rooms.RoomCounts, "How many of the caller's rooms each filter passes."),
  Room: of(rooms.Room, "A room as the caller sees it.", {
    channel: "The presence channel over which its events come.",
    namespace: "Always empty.",
    type: "1: the room of an offer.",
    vehicle: "The offer's vehicle in short; empty when unknown.",
    messages: "The newest message in lists, a page of them from `viewRoom`.",
    total: "Messages in the room.",
    page: "0 in lists.",
    unread_count: "Messages above the caller's read marker that count.",
    last_seq: "The newest event of the room's log.",
    read_seq: "The caller's read marker.",
    others_read_seq: "How far anybody else has ever read.",
    members_read_seq: "How far each of `members` has read, by id.",
    is_member: "False for who looks into it without belonging to it.",
    customer: "Whose offer it is.",
    members: "At most 50; the rest by `listMembers`.",
    taken_over_by: "Who holds the room's take-over.",
    take_over: "The action by which they do.",
    handed_over: "For the holder alone, where a colleague handed it over.",
    waiting_since: "When the oldest customer's message was written that no staff has answered.",
    last_decision: "What the offer's customer decided last.",
    brought_in: "Who brought the caller in, if anybody did.",
    updated_at: "The newest activity, or when the caller was brought in.",
  }),
  RoomCustomer: of(rooms.RoomCustomer, "The customer of a room's offer.", {
    is_member: "False once they have left: what is written then does not reach them.",
    can_sign_in: "False where the account is disabled, or its invitation has run out unused.",
  }),
  HandOver: of(rooms.HandOver, "How a room came from one holder to the next."),
  RoomHead: of(rooms.RoomHead, "What a live event says of its room.", { last_seq: "The newest event of its log." }),
  ChannelEntry: of(rooms.ChannelEntry, "A channel that the caller may subscribe to.", {
    id: "The room's, or the person's for the own channel.",
    channel: "Its name for the live connection.",
  }),
  Message: of(Message, "A message. One of `customer`, `user` (ERP) and `agent` names its author.", {
    seq: "Its place in the room's log.",
    client_id: "The key that its author's client gave it.",
    unread: "Whether it is unread for the caller.",
    messages_actions: "The take-over, the caller's own like and the newest 20 likes; the rest by `listActions`.",
    updated_seq: "The newest event that changed it: an event at or below it changes nothing here.",
    deleted_at: "Text and file are gone since then.",
    reply_to: "What it replies to, as that is now.",
  }),
  MessageAction: of(MessageAction, "A like or take-over on a message, given or removed.", {
    action_id: "1 take-over, 2 like.",
    deleted: "True once it is removed.",
    name: "Of the person who acted.",
    message_type: "The kind of the message's author.",
    seq: "The event that gave or removed it last.",
  }),
  MessageFile: of(MessageFile, "The file of a message.", {
    mime: "The type that its content has.",
    width: "In pixels, upright.",
    placeholder: "A ThumbHash in base64: a few blurred colours.",
    url: "A path of `downloadFile`; the token goes into the header.",
  }),
  Quote: of(Quote, "What a message replies to, as that is now.", { excerpt: "At most 140 characters." }),
  OfferStatus: plain(
    offers.OfferStatus,
    "Where an offer stands, as its program says. Lines are decided while it is `sent`.",
  ),
  OfferLineStatus: plain(
    offers.OfferLineStatus,
    "Where a line of an offer stands. An alternative counts in no total until it is accepted.",
  ),
  Vehicle: of(offers.Vehicle, "The car that an offer is for; empty texts where unknown."),
  OfferLine: of(offers.OfferLine, "One part in an offer.", {
    unit_price: "Net, in the offer's currency.",
    vat_rate: "In per cent.",
    stock: "Pieces at hand.",
  }),
  Offer: of(offers.Offer, "An offer at one of its versions.", {
    id_cerere: "The number that people type.",
    totals: "Of the lines that are offered or accepted.",
  }),
  OfferLineToStore: of(offers.OfferLineToStore, "A line of an offer as a program stores it.", {
    id: "The program's own, unique in its offer.",
    unit_price: "Net, as a decimal string with two places.",
  }),
  OfferToStore: of(offers.OfferToStore, "A whole offer as a program stores it. Further fields are not read.", {
    version: "Counted up by the program that stores.",
    customer: "By id or by user name.",
  }),
  OfferChange: of(offers.OfferChange, "One thing that a version of an offer changed.", {
    line_id: "Null where it is of the offer itself.",
  }),
  LineDecision: plain(offers.LineDecision, "What the customer decides of a line."),
  OfferWebhook: of(OfferWebhook, "What a customer decided of a line, as the ERP learns of it.", {
    id: "The same however often it comes.",
    created_at: "When it was decided.",
    version: "Which the decision made.",
    oferta: "As the decision left it.",
  }),
  ChatMessage: of(events.ChatMessage, "A message was published."),
  MessagesRead: of(events.MessagesRead, "A read marker moved."),
  TakeOver: of(events.TakeOver, "Who holds a room since now, who did before, by whose doing and how."),
  RoomUpdated: of(events.RoomUpdated, "Members or holder of a room changed.", { room: headSeq }),
  ChatMessageAction: of(events.ChatMessageAction, "An action was given or removed.", {
    by: "Who did it; not the action's person where another ended it.",
    room: headSeq,
  }),
  MessageUpdated: of(events.MessageUpdated, "A message was edited or deleted.", { room: headSeq }),
  OfferUpdated: of(events.OfferUpdated, "The room's offer has another version.", { room: headSeq }),
  RoomHeads: of(events.RoomHeads, "Where the logs of rooms end."),
  MeUpdated: of(events.MeUpdated, "Own settings changed."),
  TypingWhisper: of(events.TypingWhisper, "What `client-typing` carries."),
  FoundRange: plain(search.FoundRange, "From, up to before, in UTF-16 units of the text beside it."),
  SearchRequest: of(search.SearchRequest, "What is searched; the filters leave messages alone."),
  SearchHit: of(search.SearchHit, "A message that was found."),
  RoomFind: of(search.RoomFind, "Where a room was found otherwise."),
  FoundRoom: of(search.FoundRoom, "A room in which something was found: `Room`, with `hits` and `finds`."),
  SearchAnswer: of(search.SearchAnswer, "A page of what was found.", {
    partial: "The search ended before it had seen everything.",
  }),
  SyncEvent: plain(sync.SyncEvent, "An event of a room's log; `data` is what the live event carried."),
  HistoryEvent: plain(sync.HistoryEvent, "A quiet line between messages, or how many were left out."),
  SyncRequest: of(sync.SyncRequest, "What the caller holds.", { cursors: "By room id, the newest event applied." }),
  SyncedRoom: of(sync.SyncedRoom, "What follows a room's cursor, in order and without a gap.", {
    head: "The newest event of the room when it was read.",
  }),
  SyncAnswer: of(sync.SyncAnswer, "What follows the cursors.", {
    reset: "Rooms to fetch anew.",
    chats: "Lately active rooms that had no cursor.",
    user_version: "That of the caller's own settings.",
  }),
  UploadedMessage: of(UploadedMessage, "A finished upload that becomes the file of a message."),
  ChannelAuthorization: of(ChannelAuthorization, "A signature that the live connection takes."),
};
