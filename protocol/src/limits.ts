/** The product's numbers, each with its unit and rule. Code names a number here instead of writing it. */

/** How long a typing indicator stays without a new whisper (TYPE-1). */
export const typingTimeoutMs = 3000;
/** Least time between two typing whispers of one composer, so that the 3 s expiry never flickers. */
export const typingWhisperEveryMs = 2000;
/** How long an unread message is on screen before it counts as read (READ-1, WEB-4). */
export const markReadDelayMs = 2000;
/** How long the scroll-down flag stands after one's own message (SCROLL-1). */
export const scrollDownMs = 100;
/** Default time that an alert stays (TOAST-1). */
export const alertDelayMs = 5000;
/** How long a hidden alert stays in the page before it is removed (TOAST-1). */
export const alertRemoveMs = 1000;

/** Rooms on a page of the room list (ROOM-3). */
export const roomsPerPage = 20;
/** Messages on a page of a room's history (ROOM-4). */
export const messagesPerPage = 50;
/** Quiet lines on a page of a room's history, and how far they are counted where they are more (MSG-9). */
export const linesPerPageMax = 200;
export const linesCountedMax = 1000;
/** Likes that a message carries beside the reader's own, the newest; the rest comes in pages of so many (ACT-2). */
export const likesNamedMax = 20;
export const actionsPerPage = 50;
/** Longest note with which a conversation is handed over, in characters (code points). */
export const handOverNoteMax = 500;
/** Members named in a room; the rest is only counted (ROOM-2). */
export const roomMembersNamedMax = 50;

/** Longest message in characters (code points) and bytes of UTF-8 (MSG-2). */
export const messageCharactersMax = 4000;
export const messageBytesMax = 16 * 1024;
/** Longest password and username that a sign-in reads. */
export const passwordCharactersMax = 1024;
export const usernameCharactersMax = 64;

/** Ids that one names lookup or one batch of channel authorizations may carry (USR-1, LIVE-2). */
export const lookupIdsMax = 100;
/** Rooms whose presence channels a client holds: the socket's limit less its own user channel and some air (LIVE-7). */
export const watchedRoomsMax = 90;

/** Cursors that one catch-up may carry (MSG-6). */
export const syncCursorsMax = 1000;
/** Events that one catch-up answers for a room, and for all rooms together (MSG-6). */
export const syncEventsPerRoomMax = 500;
export const syncEventsMax = 2000;
/** Longest answer of one catch-up in bytes of JSON; an event or a room that is longer alone is answered all the same (MSG-6). */
export const syncBytesMax = 1024 * 1024;
/** Events that a client may be behind in a room; past it the room is fetched anew (MSG-6). */
export const syncGapMax = 5000;
/** Newest rooms that catching up searches for those without a cursor: at least, and at most (MSG-6c). */
export const syncChatsMin = 50;
export const syncChatsMax = 200;
/** How often everyone connected gets the heads of their lately active rooms (LIVE-3e). */
export const roomHeadsEveryMs = 45_000;
