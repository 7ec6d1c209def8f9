/** The product's limits, with their units in the names. Code uses these names instead of literals. */

/** How long a typing indicator lasts without another whisper (TYPE-1). */
export const typingTimeoutMs = 3000;
/** Minimum interval between typing whispers of one composer, below the 3 s expiry. */
export const typingWhisperEveryMs = 2000;
/** How long an unread message must be on screen to count as read (WEB-4). */
export const markReadDelayMs = 2000;
/** How long the scroll-down flag stays set after the person sends a message (SCROLL-1). */
export const scrollDownMs = 100;
/** Default duration of an alert, and delay between hiding and removing it (TOAST-1). */
export const alertDelayMs = 5000;
export const alertRemoveMs = 1000;

export const roomsPerPage = 20;
export const messagesPerPage = 50;
/** MSG-9: quiet lines listed per history page; lines listed per gap once a page has more; and the highest count of the others. */
export const linesPerPageMax = 200;
export const linesNamedMax = 10;
export const linesCountedMax = 1000;
/** Newest likes included in a message besides the reader's own; `listActions` pages the rest (ACT-2). */
export const likesNamedMax = 20;
export const actionsPerPage = 50;
/** Longest hand-over note, in code points. */
export const handOverNoteMax = 500;
/** Longest excerpt of a quoted message, in code points (MSG-8). */
export const quoteCharactersMax = 140;
export const editsPerPage = 50;
/** Audit entries per page, and how many matches are counted and paged (AUD-3). */
export const auditEntriesPerPage = 50;
export const auditCountedMax = 10_000;
/** Accounts per page (ADM-1), and newest program tokens listed (ADM-4). */
export const accountsPerPage = 50;
export const listedTokensMax = 200;
/** Longest account search and role name, in characters. */
export const accountSearchCharactersMax = 200;
export const roleCharactersMax = 64;
/** HOURS-1: intervals a day, holidays, characters of the text for customers, and days of open times that clients receive. */
export const intervalsPerDayMax = 6;
export const closuresMax = 100;
export const openingTextCharactersMax = 300;
export const openSpansPastDaysMax = 14;
export const openSpansAheadDaysMax = 14;
/** REQ-1: items and photos of a request, and the characters of its text and of the reason for ending it. */
export const requestItemsMax = 20;
export const requestPhotosMax = 10;
export const requestTextCharactersMax = 2000;
export const requestReasonCharactersMax = 300;
/** CAR-1: cars of one customer, characters of a car's name and note, and listed requests and offers of a car. */
export const carsPerPersonMax = 500;
export const carNameCharactersMax = 60;
export const carNoteCharactersMax = 500;
export const carRoomsMax = 50;
/** MAIL-2: longest e-mail address. */
export const mailAddressCharactersMax = 254;
/** INMAIL-8: the largest e-mail taken, in bytes, which holds a file of 25 MiB in base64. */
export const inboundMailBytesMax = 40 * 1024 * 1024;
export const staffListedMax = 50;
export const membersPerPage = 100;
/** Rooms one person may pin, mute and mark unread. */
export const pinnedRoomsMax = 20;
export const mutedRoomsMax = 500;
export const markedRoomsMax = 500;
export const silencedPeopleMax = 200;
/** Push subscriptions per person; adding another evicts the oldest. */
export const pushSubscriptionsMax = 10;
export const pushEndpointCharactersMax = 2048;
/** Members named in a room; the rest are only counted (ROOM-2). */
export const roomMembersNamedMax = 50;

/** Longest message, in code points and bytes of UTF-8 (MSG-2). */
export const messageCharactersMax = 4000;
export const messageBytesMax = 16 * 1024;
/** Shortest password of an account. The demo's passwords are shorter, but never reach production (RUN-9). */
export const passwordCharactersMin = 8;
/** Longest password and username that a sign-in accepts. */
export const passwordCharactersMax = 1024;
export const usernameCharactersMax = 64;

/** Recovery codes per second factor, and longest code accepted (TFA-3). */
export const recoveryCodesMax = 10;
export const secondFactorCodeCharactersMax = 64;

/** Longest lifetime of a host token in seconds, and its maximum length in characters (EMB-2). */
export const hostTokenSecondsMax = 120;
export const hostTokenCharactersMax = 4096;

/** Ids per name lookup (USR-1), and channels per authorization batch (LIVE-2). */
export const lookupIdsMax = 100;
/** Rooms whose presence channels a client holds: the socket's limit minus the user channel and a margin (LIVE-7). */
export const watchedRoomsMax = 90;

export const syncCursorsMax = 1000;
/** Events a catch-up returns per room and in total (MSG-6). */
export const syncEventsPerRoomMax = 500;
export const syncEventsMax = 2000;
/** Longest catch-up response, in bytes of JSON; a single larger event or room is still returned (MSG-6). */
export const syncBytesMax = 1024 * 1024;
/** Events a client may lag behind in a room before it refetches the room (MSG-6). */
export const syncGapMax = 5000;
/** Minimum and maximum number of recently active rooms checked for missing cursors (MSG-6d). */
export const syncChatsMin = 50;
export const syncChatsMax = 200;
/** How often every connected client gets the heads of recently active rooms (LIVE-3e). */
export const roomHeadsEveryMs = 45_000;

/** Default and maximum of the file size setting, in bytes (MSG-3). */
export const uploadBytesUsualMax = 25 * 1024 * 1024;
export const uploadBytesMax = 100 * 1024 * 1024;
/** Longest file name, in code points. */
export const fileNameCharactersMax = 255;
/** Longest side of a preview, and of a photo not sent as original, in pixels (MSG-4). */
export const previewSideMax = 960;
export const photoSideMax = 2560;
/** Unfinished uploads per person, and how long their bytes are kept (MSG-3). */
export const uploadsUnfinishedMax = 20;
export const uploadUnfinishedMs = 24 * 60 * 60 * 1000;
export const filesPerPage = 50;
/** Lifetime of the cookie by which a media element reads a file (MSG-4). */
export const playTicketMs = 5 * 60 * 1000;

/** Minimum letters and digits in a search, and its maximum length (FIND-1). */
export const searchCharactersMin = 3;
export const searchCharactersMax = 200;
/** Hits per room in a search over all rooms, and hits per page inside one room (FIND-1). */
export const hitsPerRoomMax = 3;
export const hitsPerPage = 50;
/** Longest excerpt around a hit, in code points. */
export const excerptCharactersMax = 160;
export const searchPagesMax = 50;

/** Offers per page, how many offers the list counts, and how many of the newest a search with common words scans (OFF-10). */
export const offersPerPage = 20;
export const offersCountedMax = 100_000;
export const offersFoundMax = 5000;

/** Lines per offer, and UTF-16 units per text (ERP-1). */
export const offerLinesMax = 500;
export const offerTextCharactersMax = 200;
export const offerBytesMax = 1024 * 1024;
/** Highest offer version, line quantity and VAT rate in per cent. */
export const offerVersionMax = 2 ** 31 - 1;
export const quantityMax = 10_000;
export const vatPercentMax = 100;
/** Ranges of stock, delivery days and vehicle year (ERP-1). */
export const offerStockMax = 2 ** 31 - 1;
export const deliveryDaysMax = 3650;
export const vehicleYearMin = 1900;
export const vehicleYearMax = 2100;
export const offerChangesNamedMax = 10;

/** AUTH-11: how long an entered password and code count as proof. */
export const proofMinutesMax = 10;
