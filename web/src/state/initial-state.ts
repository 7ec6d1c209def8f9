import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import type { ChatState, Door, MessageLog, ThemeChoice, Timeline } from "./chat-state.ts";

/** What is known before anything has happened: choices of earlier visits, or their defaults. */
export interface Choices {
  readonly language: LanguageCode;
  readonly theme: ThemeChoice;
  readonly door: Door;
}

/** A log without messages. */
export const emptyLog: MessageLog = { chunks: [], starts: [], length: 0 };

/** A room's history before anything of it is asked for. */
export const emptyTimeline: Timeline = {
  ranges: [],
  hasEnd: false,
  aimSeq: null,
  phase: "loading",
  shownSeq: null,
  jumps: 0,
  switches: 0,
  dividerSeq: null,
  isUnseen: false,
  fromSeq: 0,
  stale: null,
};

/** The state at the very start, and again after signing out (SIGN-2). */
export function initialState({ language, theme, door }: Choices): ChatState {
  return {
    settings: null,
    session: { phase: "signed-out" },
    signIn: { door, phase: "idle", error: null },
    route: { kind: "starting" },
    language,
    theme,
    alerts: [],
    isRoomListVisible: true,
    attention: { isVisible: true, isFocused: true, isAtEnd: true },
    connection: { phase: "idle", isListening: false, isAwayLong: false },
    rooms: {
      byId: {},
      order: [],
      total: 0,
      page: 0,
      phase: "idle",
      error: null,
      unreadElsewhere: {},
    },
    openRoom: { phase: "none" },
    timelines: {},
    unreadPlaces: {},
    reading: [],
    unconfirmedReads: {},
    sync: { phase: "idle", isWanted: false, attempt: 0, epoch: null, aside: {} },
    pending: {},
    outbox: { isOpen: false, hasTurn: false, isKept: true, reads: 0 },
    drafts: {},
    asides: {},
    isLeaving: false,
    whisperedAt: {},
    typing: {},
    online: {},
    offer: { number: null, phase: "idle", value: null, error: null },
    scrollDownRoomId: null,
  };
}
