/** Version of the message format. Later additions are new actions and fields, which both sides ignore if unknown. */
export const messageVersion = 1;

export type EmbedTheme = "light" | "dark" | "system";
export type EmbedLanguage = "ro" | "en";

/** Events of the frame, by action. They have ids and counts but never a text, name or token. `offer_id` is null if a room has no offer. */
export interface FrameEvents {
  /** Includes the person's own messages; counts include this message. */
  readonly messageReceived: {
    readonly room_id: number;
    readonly offer_id: number | null;
    readonly message_id: number;
    readonly seq: number;
    readonly own: boolean;
    readonly unread_count: number;
    readonly unread_total: number;
  };
  /** `action_id`: 1 take-over, 2 like; `deleted`: removed. */
  readonly messageActionReceived: {
    readonly room_id: number;
    readonly offer_id: number | null;
    readonly message_id: number;
    readonly action_id: number;
    readonly deleted: boolean;
  };
  /** Everything up to `read_seq`, inclusive, has been read. */
  readonly messagesRead: {
    readonly room_id: number;
    readonly offer_id: number | null;
    readonly read_seq: number;
    readonly unread_total: number;
  };
  /** Frames may not ask the browser, so the host asks and replies with `notificationPermission`. */
  readonly askNotificationAccess: Nothing;
  /** The frame accepts commands through the port of this message. */
  readonly ready: { readonly nonce: string; readonly version: number; readonly features: readonly string[] };
  /** `total` counts all unread messages, `rooms` the rooms that have any. */
  readonly unreadChanged: { readonly total: number; readonly rooms: number };
  readonly roomOpened: { readonly room_id: number | null; readonly offer_id: number | null };
  readonly connection: { readonly online: boolean };
  /** `signIn` is possible: nobody is signed in, or a sign-in that was `unavailable` may succeed now with another token. */
  readonly authRequired: Nothing;
  readonly signedOut: Nothing;
  /** For the host's log: the code of a failed command, `invalid` for a malformed message, or `no_answer` for a missing frame. */
  readonly error: { readonly code: string };
  readonly offerAccepted: { readonly offer_id: number; readonly line_id: number; readonly version: number };
  /** Height of the content in CSS pixels: the frame's own, or more if the frame scrolls as a whole. */
  readonly resize: { readonly height: number };
}

/** Commands of the host, by action. */
export interface HostCommands {
  readonly openRoom: { readonly room_id: number };
  /** Joins the room if permitted. */
  readonly openOffer: { readonly offer_id: number };
  readonly setLanguage: { readonly language: EmbedLanguage };
  readonly setTheme: { readonly theme: EmbedTheme };
  /** While false, nothing counts as read. */
  readonly setVisible: { readonly visible: boolean };
  /** Only fills the empty composer of the open room; never sends. */
  readonly prefillDraft: { readonly text: string };
  /** Returns a `FrameState`. */
  readonly requestState: Nothing;
  /** The browser's decision after `askNotificationAccess`, or `elsewhere` if Cuplaj was opened in its own window. */
  readonly notificationPermission: { readonly permission: HostPermission };
  /** A token signed by the host's server. */
  readonly signIn: { readonly token: string };
  /** Asks the person what to do about unsent messages; `keep` stores them without asking. */
  readonly signOut: { readonly unsent?: "keep" };
}

export type FrameAction = keyof FrameEvents;
export type HostAction = keyof HostCommands;
type HostPermission = "default" | "granted" | "denied" | "elsewhere";
type Nothing = Readonly<Record<string, never>>;

export interface FrameState {
  readonly signed_in: boolean;
  readonly user_id: number | null;
  readonly user_type: "customer" | "erp" | "agent" | null;
  readonly online: boolean;
  readonly room_id: number | null;
  readonly offer_id: number | null;
  readonly unread_total: number;
  readonly language: EmbedLanguage;
  readonly theme: EmbedTheme;
}

/** Every message in either direction: `ts` is ISO 8601, and `id` is unique so that duplicates can be recognised. */
export interface Envelope<Action extends string = string, Payload = unknown> {
  readonly source: "cuplaj";
  readonly version: typeof messageVersion;
  readonly action: Action;
  readonly id: string;
  readonly ts: string;
  readonly payload: Payload;
}

export type EmbedMessage = { [Action in FrameAction]: Envelope<Action, FrameEvents[Action]> }[FrameAction];

/** The host repeats the hello until a `ready` with its nonce arrives. */
export const helloShapes = { hello: { nonce: "text" } } as const satisfies Shapes;

/**
 * `busy`: the command continues, and an `error` event follows if it fails. `too_many`: 50 commands are running. The last four come from the loader;
 * `no_answer` means that no frame became ready.
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

export type Reply = { readonly replyTo: string } & (
  | { readonly ok: true; readonly state?: FrameState }
  | { readonly error: { readonly code: CommandErrorCode } }
);

type Field = "text" | "texts" | "count" | "count or null" | "flag" | readonly string[];
type Shape = Readonly<Record<string, Field>>;
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

/** Required payload fields. */
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

/** Longest message in characters of JSON: the longest draft, six characters per letter. */
export const messageCharactersMax = 32_768;

/** Returns a valid envelope; null if source or version differs, or it is malformed or too long. `isOneOf` checks action and payload. */
export function readMessage(data: unknown): Envelope | null {
  if (!isObject(data) || data["source"] !== "cuplaj" || data["version"] !== messageVersion) return null;
  const isNamed = [data["action"], data["id"], data["ts"]].every((value) => isText(value) && value.length <= 100);
  return isNamed && isObject(data["payload"]) && isShort(data) ? (data as unknown as Envelope) : null;
}

/** Whether an envelope has one of these actions with its required payload; other fields are allowed too. */
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
    // The value is circular, or is not JSON.
    return false;
  }
}
