/** The product's numbers, each with its unit and rule. Code names a number here instead of writing it. */

/** How long a typing indicator stays without a new whisper (TYPE-1). */
export const typingTimeoutMs = 3000;
/** Least time between two typing whispers of one composer, so that the 3 s expiry never flickers. */
export const typingWhisperEveryMs = 2000;
/** How long an unread message is on screen before it counts as read (WEB-4). */
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
/**
 * Quiet lines that a page of a room's history names whatever lies where; of more, those between two messages that are up to so
 * many, and the others are counted so far (MSG-9).
 */
export const linesPerPageMax = 200;
export const linesNamedMax = 10;
export const linesCountedMax = 1000;
/** Likes that a message carries beside the reader's own, the newest; the rest comes in pages of so many (ACT-2). */
export const likesNamedMax = 20;
export const actionsPerPage = 50;
/** Longest note with which a conversation is handed over, in characters (code points). */
export const handOverNoteMax = 500;
/** Longest excerpt of a message that another quotes, in characters (code points) (MSG-8). */
export const quoteCharactersMax = 140;
/** Earlier texts of a message on a page of them (MSG-7). */
export const editsPerPage = 50;
/** Entries of the audit log on a page, and how many of those that fit are counted and paged (AUD-3). */
export const auditEntriesPerPage = 50;
export const auditCountedMax = 10_000;
/** Accounts on a page of their list, and tokens of programs that are listed, the newest (ADM-1, ADM-4). */
export const accountsPerPage = 50;
export const listedTokensMax = 200;
/** Longest search for an account, and longest name of a role, in characters. */
export const accountSearchCharactersMax = 200;
export const roleCharactersMax = 64;
/** Staff that a search by name answers. */
export const staffListedMax = 50;
/** Members on a page of a room's list of them. */
export const membersPerPage = 100;
/** Rooms that a person may have pinned, muted, and marked unread. */
export const pinnedRoomsMax = 20;
export const mutedRoomsMax = 500;
export const markedRoomsMax = 500;
/** People whom one person may silence (SIL-1). */
export const silencedPeopleMax = 200;
/** Devices of one person that are pushed to; the oldest goes for another. */
export const pushSubscriptionsMax = 10;
/** Longest address of a push service that is taken, in characters. */
export const pushEndpointCharactersMax = 2048;
/** Members named in a room; the rest is only counted (ROOM-2). */
export const roomMembersNamedMax = 50;

/** Longest message in characters (code points) and bytes of UTF-8 (MSG-2). */
export const messageCharactersMax = 4000;
export const messageBytesMax = 16 * 1024;
/** Shortest password that an account may be given; the demo's own are shorter and never reach production (RUN-9). */
export const passwordCharactersMin = 8;
/** Longest password and username that a sign-in reads. */
export const passwordCharactersMax = 1024;
export const usernameCharactersMax = 64;

/** Recovery codes that come with a second factor, and the most characters that are read as a code (TFA-3). */
export const recoveryCodesMax = 10;
export const secondFactorCodeCharactersMax = 64;

/** Longest time that a host's token lasts, in seconds, and the most characters that it has (EMB-2). */
export const hostTokenSecondsMax = 120;
export const hostTokenCharactersMax = 4096;

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
/** Newest rooms that catching up searches for those without a cursor: at least, and at most (MSG-6d). */
export const syncChatsMin = 50;
export const syncChatsMax = 200;
/** How often everyone connected gets the heads of their lately active rooms (LIVE-3e). */
export const roomHeadsEveryMs = 45_000;

/** Longest file that is taken unless the installation's setting says otherwise, and that setting's highest value, in bytes (MSG-3). */
export const uploadBytesUsualMax = 25 * 1024 * 1024;
export const uploadBytesMax = 100 * 1024 * 1024;
/** Longest name of a file, in characters (code points). */
export const fileNameCharactersMax = 255;
/** Longest side of a preview, and of a photo unless its original is sent, in pixels (MSG-4). */
export const previewSideMax = 960;
export const photoSideMax = 2560;
/** Uploads that one person may have begun and not finished; unfinished bytes are removed after a day (MSG-3). */
export const uploadsUnfinishedMax = 20;
export const uploadUnfinishedMs = 24 * 60 * 60 * 1000;
/** Files on a page of a room's gallery. */
export const filesPerPage = 50;
/** How long an element may read a file by its cookie (MSG-4). */
export const playTicketMs = 5 * 60 * 1000;

/** Letters and digits that a search needs (FIND-1), and characters that it may have. */
export const searchCharactersMin = 3;
export const searchCharactersMax = 200;
/** Messages that a search names of a room, where it is over all rooms, and on a page inside one (FIND-1). */
export const hitsPerRoomMax = 3;
export const hitsPerPage = 50;
/** Longest excerpt of a text in which something was found, in characters (code points). */
export const excerptCharactersMax = 160;
/** Pages of a search; whoever needs more has to say more. */
export const searchPagesMax = 50;

/**
 * Offers on a page of their list; up to how many the list counts and goes; and how many a search looks at, past which its words are common
 * and the newest alone are looked at (OFF-10).
 */
export const offersPerPage = 20;
export const offersCountedMax = 100_000;
export const offersFoundMax = 5000;

/** Lines of an offer, and characters (UTF-16) of each text in one (ERP-1). */
export const offerLinesMax = 500;
export const offerTextCharactersMax = 200;
/** Longest body with a whole offer, in bytes. */
export const offerBytesMax = 1024 * 1024;
/** Highest version of an offer, quantity of a line and rate of VAT in per cent. */
export const offerVersionMax = 2 ** 31 - 1;
export const quantityMax = 10_000;
export const vatPercentMax = 100;
/** Pieces of a line at hand, days until it is delivered, and years of a vehicle (ERP-1). */
export const offerStockMax = 2 ** 31 - 1;
export const deliveryDaysMax = 3650;
export const vehicleYearMin = 1900;
export const vehicleYearMax = 2100;
/** Changes that the event of an offer names; more are only counted (LIVE-3). */
export const offerChangesNamedMax = 10;

/** AUTH-11: how long a password, and a code, that was given counts for what asks for it again. */
export const proofMinutesMax = 10;
