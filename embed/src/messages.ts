/** What a host and the frame say to each other, version 1. What is added later is new actions and fields, which both sides ignore where they do not know them. */
export const messageVersion = 1;

/** Whether light or dark, or as the device has it. */
export type EmbedTheme = "light" | "dark" | "system";
export type EmbedLanguage = "ro" | "en";

/** What the frame tells its host, by action: ids and counts, never a text, a name or a token. `offer_id` is null where the room has no offer. */
export interface FrameEvents {
  /** A message arrived, one's own included. The counts are after it. */
  readonly messageReceived: {
    readonly room_id: number;
    readonly offer_id: number | null;
    readonly message_id: number;
    readonly seq: number;
    readonly own: boolean;
    readonly unread_count: number;
    readonly unread_total: number;
  };
  /** A take-over (1) or like (2) was given or removed. */
  readonly messageActionReceived: {
    readonly room_id: number;
    readonly offer_id: number | null;
    readonly message_id: number;
    readonly action_id: number;
    readonly deleted: boolean;
  };
  /** The room was read up to an event. */
  readonly messagesRead: {
    readonly room_id: number;
    readonly offer_id: number | null;
    readonly read_seq: number;
    readonly unread_total: number;
  };
  /** The person wants to be notified, and a frame may not ask the browser: the host asks, and answers by `notificationPermission`. */
  readonly askNotificationAccess: Nothing;
  /** The frame takes commands. It comes with the port that everything else goes through. */
  readonly ready: { readonly nonce: string; readonly version: number; readonly features: readonly string[] };
  /** What is unread in all, and in how many rooms. */
  readonly unreadChanged: { readonly total: number; readonly rooms: number };
  /** Another room is open; null where none is. */
  readonly roomOpened: { readonly room_id: number | null; readonly offer_id: number | null };
  readonly connection: { readonly online: boolean };
  /** The host may sign somebody in by `signIn`: nobody is signed in, or what it asked was `unavailable` and may pass now, with another token. */
  readonly authRequired: Nothing;
  /** The person signed out in the frame. */
  readonly signedOut: Nothing;
  /** What went wrong, for the host's log: a command that was not done, by its code, a message that is none (`invalid`), or no frame (`no_answer`). */
  readonly error: { readonly code: string };
  /** The customer accepted a line of an offer. */
  readonly offerAccepted: { readonly offer_id: number; readonly line_id: number; readonly version: number };
  /** How high the content of the frame is, in CSS pixels: as high as the frame, or higher where it scrolls as a whole. */
  readonly resize: { readonly height: number };
}

/** What a host asks of the frame. */
export interface HostCommands {
  readonly openRoom: { readonly room_id: number };
  /** Opens the room of an offer, and joins it where the person may. */
  readonly openOffer: { readonly offer_id: number };
  readonly setLanguage: { readonly language: EmbedLanguage };
  readonly setTheme: { readonly theme: EmbedTheme };
  /** Whether the person can see the frame: what is not seen is not read. */
  readonly setVisible: { readonly visible: boolean };
  /** Writes into the composer of the open room where that is empty; it never sends. */
  readonly prefillDraft: { readonly text: string };
  /** Answered with a `FrameState`. */
  readonly requestState: Nothing;
  /** What became of `askNotificationAccess`: what the browser answered the host, or that it opened Cuplaj elsewhere, in a window of its own. */
  readonly notificationPermission: { readonly permission: HostPermission };
  /** Signs in by a token that the host's server signed. */
  readonly signIn: { readonly token: string };
  /** As the person's own, who is asked where something is unsent; with `keep` nobody is asked, and it is stored for them. */
  readonly signOut: { readonly unsent?: "keep" };
}

export type FrameAction = keyof FrameEvents;
export type HostAction = keyof HostCommands;
type HostPermission = "default" | "granted" | "denied" | "elsewhere";
type Nothing = Readonly<Record<string, never>>;

/** How the frame is. */
export interface FrameState {
  readonly signed_in: boolean;
  /** Who is signed in; both null where nobody is. */
  readonly user_id: number | null;
  readonly user_type: "customer" | "erp" | "agent" | null;
  readonly online: boolean;
  readonly room_id: number | null;
  readonly offer_id: number | null;
  readonly unread_total: number;
  readonly language: EmbedLanguage;
  readonly theme: EmbedTheme;
}

/** Every message, either way; `ts` is in ISO 8601. With `id` a host that gets one twice knows it. */
export interface Envelope<Action extends string = string, Payload = unknown> {
  readonly source: "cuplaj";
  readonly version: typeof messageVersion;
  readonly action: Action;
  readonly id: string;
  readonly ts: string;
  readonly payload: Payload;
}

/** A message of the frame. */
export type EmbedMessage = { [Action in FrameAction]: Envelope<Action, FrameEvents[Action]> }[FrameAction];

/** What the host says first, again and again until it is answered by a `ready` with its nonce. */
export const helloShapes = { hello: { nonce: "text" } } as const satisfies Shapes;

/**
 * Why a command was not done. `busy`: not yet, it goes on, and an `error` says if it fails; `unavailable`: the server could not be asked;
 * `too_many`: 50 others are under way. The last four are the loader's own: no frame is ready, it did not answer, it loaded anew, it was
 * destroyed.
 */
export type CommandErrorCode =
  | "unknown_command"
  | "invalid"
  | "signed_out"
  | "not_found"
  | "no_room"
  | "draft_not_empty"
  | "refused"
  | "failed"
  | "busy"
  | "unavailable"
  | "too_many"
  | "no_answer"
  | "timeout"
  | "reloaded"
  | "destroyed";

/** The answer to a command. */
export type Reply = { readonly replyTo: string } & (
  | { readonly ok: true; readonly state?: FrameState }
  | { readonly error: { readonly code: CommandErrorCode } }
);

/** What a field holds: its kind, or the words that it may have. */
type Field = "text" | "texts" | "count" | "count or null" | "flag" | readonly string[];
type Shape = Readonly<Record<string, Field>>;
/** Of the fields that are always there. */
type ShapeOf<Payload> = {
  readonly [Name in keyof Payload as undefined extends Payload[Name] ? never : Name]: FieldOf<Payload[Name]>;
};
type FieldOf<Value> = [Value] extends [boolean]
  ? "flag"
  : [Value] extends [number]
    ? "count"
    : [Value] extends [number | null]
      ? "count or null"
      : [Value] extends [readonly string[]]
        ? "texts"
        : string extends Value
          ? "text"
          : readonly Value[];
type Shapes = Readonly<Record<string, Shape>>;

const room = { room_id: "count", offer_id: "count or null" } as const;

/** What the payload of each event holds at least. */
export const eventShapes: { readonly [Action in FrameAction]: ShapeOf<FrameEvents[Action]> } = {
  messageReceived: {
    ...room,
    message_id: "count",
    seq: "count",
    own: "flag",
    unread_count: "count",
    unread_total: "count",
  },
  messageActionReceived: { ...room, message_id: "count", action_id: "count", deleted: "flag" },
  messagesRead: { ...room, read_seq: "count", unread_total: "count" },
  askNotificationAccess: {},
  ready: { nonce: "text", version: "count", features: "texts" },
  unreadChanged: { total: "count", rooms: "count" },
  roomOpened: { room_id: "count or null", offer_id: "count or null" },
  connection: { online: "flag" },
  authRequired: {},
  signedOut: {},
  error: { code: "text" },
  offerAccepted: { offer_id: "count", line_id: "count", version: "count" },
  resize: { height: "count" },
};

/** What the payload of each command holds at least. */
export const commandShapes: { readonly [Action in HostAction]: ShapeOf<HostCommands[Action]> } = {
  openRoom: { room_id: "count" },
  openOffer: { offer_id: "count" },
  setLanguage: { language: ["ro", "en"] },
  setTheme: { theme: ["light", "dark", "system"] },
  setVisible: { visible: "flag" },
  prefillDraft: { text: "text" },
  requestState: {},
  notificationPermission: { permission: ["default", "granted", "denied", "elsewhere"] },
  signIn: { token: "text" },
  signOut: {},
};

/** Longest message, in characters of its JSON: the longest draft in letters that JSON writes as six. */
export const messageCharactersMax = 32_768;

/** A message in its envelope, or null for anything else: another's, another version, an unknown action, a wrong payload, too long. */
export function readMessage(data: unknown): Envelope | null {
  if (!isObject(data) || data["source"] !== "cuplaj" || data["version"] !== messageVersion) return null;
  const isNamed = [data["action"], data["id"], data["ts"]].every((value) => isText(value) && value.length <= 100);
  // The checks above are its type.
  return isNamed && isObject(data["payload"]) && isShort(data) ? (data as unknown as Envelope) : null;
}

/** Whether a message is one of these, with the payload that belongs to it. Further fields are let pass. */
export function isOneOf(shapes: Shapes, { action, payload }: Envelope): boolean {
  const shape = Object.hasOwn(shapes, action) ? shapes[action] : undefined;
  return (
    shape !== undefined &&
    isObject(payload) &&
    Object.entries(shape).every(([name, field]) => Object.hasOwn(payload, name) && holds(field, payload[name]))
  );
}

function holds(field: Field, value: unknown): boolean {
  if (typeof field !== "string") return isText(value) && field.includes(value);
  switch (field) {
    case "text":
      return isText(value);
    case "texts":
      return Array.isArray(value) && value.every(isText);
    case "count":
      return isCount(value);
    case "count or null":
      return value === null || isCount(value);
    case "flag":
      return typeof value === "boolean";
  }
}

const isText = (value: unknown): value is string => typeof value === "string";
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function isShort(data: object): boolean {
  try {
    return JSON.stringify(data).length <= messageCharactersMax;
  } catch {
    // It holds itself, or what JSON does not have.
    return false;
  }
}
