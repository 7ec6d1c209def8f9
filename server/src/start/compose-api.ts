import { randomBytes } from "node:crypto";
import type { PublicSettings } from "@cuplaj/protocol/public-settings.ts";
import { createAuthorizeChannels } from "../channel-authorization/authorize-channels.ts";
import { addChannelAuthorizationRoutes } from "../channel-authorization/routes.ts";
import type { Clock } from "../kernel/clock.ts";
import type { AnswerHeaders } from "../http/answer-headers.ts";
import { type App, type AppOptions, buildApp } from "../http/app.ts";
import type { DoorParts } from "../http/admit-call.ts";
import { createWriteEvenly } from "../http/even-answers.ts";
import { createExpensiveAnswers } from "../http/expensive-answers.ts";
import type { AddRoute } from "../http/route.ts";
import { type CallLimits, createMemoryRateLimiter, unlimited } from "../http/rate-limiter.ts";
import { createSharedRateLimiter } from "../http/shared-rate-limiter.ts";
import type { SharedCounts } from "../limits/shared-counts.ts";
import type { LiveConnection } from "./live-connection.ts";
import type { Log } from "../kernel/log.ts";
import { createListMessages } from "../messages/list-messages.ts";
import { createLineStore } from "../messages/page-lines.pg.ts";
import { createPublishMessage } from "../messages/publish-message.ts";
import { type BatchTimes, createCommitBatch } from "../messages/publish-batch.ts";
import { PublishWriter } from "../messages/publish-writer.ts";
import { createRoomHistory } from "../messages/room-history.ts";
import { addMessageRoutes } from "../messages/routes.ts";
import type { MessageStore } from "../messages/store.ts";
import { createMessageStore } from "../messages/store.pg.ts";
import { addOfferRoutes } from "../offers/routes.ts";
import { createOfferStore } from "../offers/store.pg.ts";
import { createViewOffer } from "../offers/view-offer.ts";
import { createLookUpNames } from "../participants/look-up-names.ts";
import { addParticipantRoutes } from "../participants/routes.ts";
import { createNameStore } from "../participants/store.pg.ts";
import { createRoomPresence } from "../presence/room-presence.ts";
import { createJoinRoom } from "../rooms/join-room.ts";
import { createLeaveRoom } from "../rooms/leave-room.ts";
import { createListChannels } from "../rooms/list-channels.ts";
import { createListRooms } from "../rooms/list-rooms.ts";
import { createMarkRead } from "../rooms/mark-read.ts";
import { createRoomAudiences } from "../rooms/room-audiences.ts";
import { createRoomQueue, type RoomQueue } from "../rooms/room-queue.ts";
import { addRoomRoutes } from "../rooms/routes.ts";
import type { RoomStore } from "../rooms/store.ts";
import { createRoomStore } from "../rooms/store.pg.ts";
import { createViewRoom } from "../rooms/view-room.ts";
import type { SecurityLog } from "../kernel/security-log.ts";
import { createMemoryFailureCounts, type FailureCounts, uncounted } from "../sign-in/failure-counts.ts";
import { hashPassword } from "../sign-in/password-hash.ts";
import { addSignInRoutes } from "../sign-in/routes.ts";
import type { SignInLimits } from "../sign-in/rules.ts";
import type { SessionCache } from "../sign-in/session-cache.ts";
import { createSharedFailureCounts } from "../sign-in/shared-failure-counts.ts";
import { createSignInGuard } from "../sign-in/sign-in-guard.ts";
import { createSignInStore } from "../sign-in/store.pg.ts";
import { isDatabaseAway, isLockTimeout } from "../storage/database-away.ts";
import type { StatementPool } from "../storage/named-statement.ts";
import { createCatchUp } from "../sync/catch-up.ts";
import { addSyncRoutes } from "../sync/routes.ts";
import { createEventLog } from "../sync/store.pg.ts";

/** What the API is made from; `limits` is null where nobody is limited (`LIMITS=off`). */
export interface ApiParts {
  readonly pool: StatementPool;
  readonly live: LiveConnection;
  readonly log: Log;
  readonly security: SecurityLog;
  readonly now: () => number;
  readonly setTimeout: Clock["setTimeout"];
  readonly clearTimeout: Clock["clearTimeout"];
  readonly version: string;
  /** The numbering that all rooms' logs follow (MSG-5). */
  readonly epoch: string;
  /** Sends that may wait or be under way at once (WRITE-3). */
  readonly publishQueueMax: number;
  readonly measureBatch: (times: BatchTimes) => void;
  /** How many proxies in front are believed about the caller's address. */
  readonly trustedProxies: number;
  readonly limits: { readonly calls: CallLimits; readonly signIn: SignInLimits } | null;
  /** Where all processes count together (LIM-2); null where each counts in its own memory. */
  readonly sharedCounts: SharedCounts | null;
  /** Whom tokens belong to, as this process remembers it (AUTH-7). */
  readonly sessions: Pick<SessionCache, "find" | "forgetSession">;
  readonly publicSettings: PublicSettings;
  /** What every answer carries. */
  readonly answerHeaders: AnswerHeaders;
  /** Hears of each request that failed since the database is away or full. */
  readonly noteAway: (error: unknown) => void;
  /** Adds what every answer passes through, before any route. */
  readonly addHooks: (app: App) => void;
}

/** Wires every slice to its store and to the live connection; the rest of the composition is in `start-server.ts`. */
export async function composeApi(parts: ApiParts): Promise<App> {
  const { pool, log } = parts;
  const addSignIn = await composeSignIn(parts);
  const addRooms = composeRooms(parts);
  const offers = createOfferStore(pool);
  const names = createNameStore(pool);
  const app = await buildApp({
    log,
    version: parts.version,
    trustedProxies: parts.trustedProxies,
    identifyCaller: parts.sessions.find.bind(parts.sessions),
    answerHeaders: parts.answerHeaders,
    noteAway: parts.noteAway,
    ...doorOf(parts),
    addHooks: parts.addHooks,
    addRoutes(route) {
      addSignIn(route);
      addParticipantRoutes(route, createLookUpNames(names));
      addOfferRoutes(route, createViewOffer(offers));
      addRooms(route);
    },
    addFormRoutes(route) {
      addChannelAuthorizationRoutes(route, createAuthorizeChannels(parts.live, createRoomStore(pool)));
    },
  });
  app.addHook("onClose", () => parts.sharedCounts?.close());
  return app;
}

/** SEC-4, SEC-5: how often who may call, and what becomes of those who come more often. */
function doorOf(parts: ApiParts): Omit<DoorParts, "identifyCaller"> & Pick<AppOptions, "holding"> {
  const { limits, sharedCounts, now, security, setTimeout } = parts;
  if (limits === null)
    return { rateLimiter: unlimited, expensiveAnswers: null, writeEvenly: null, holding: null, security };
  const { rates } = limits.calls;
  const own = createMemoryRateLimiter(rates, now);
  return {
    rateLimiter: sharedCounts === null ? own : createSharedRateLimiter(rates, sharedCounts, own),
    expensiveAnswers: createExpensiveAnswers({ ...parts, max: limits.calls.expensiveAnswers }),
    writeEvenly: createWriteEvenly(),
    holding: { now, setTimeout },
    security,
  };
}

async function composeSignIn(parts: ApiParts): Promise<(route: AddRoute) => void> {
  const store = createSignInStore(parts.pool);
  const guard = createSignInGuard({ counts: failureCountsOf(parts), security: parts.security, clock: parts });
  const decoyHash = await hashPassword(randomBytes(32).toString("base64"));
  return (route) => addSignInRoutes(route, { ...parts, store, guard, decoyHash });
}

function failureCountsOf({ limits, sharedCounts, now }: ApiParts): FailureCounts {
  if (limits === null) return uncounted;
  const own = createMemoryFailureCounts(limits.signIn, now);
  return sharedCounts === null ? own : createSharedFailureCounts(limits.signIn, sharedCounts, own);
}

function composeRooms(parts: ApiParts): (route: AddRoute) => void {
  const { pool, live, now, epoch } = parts;
  const store = createRoomStore(pool);
  const messages = createMessageStore(pool);
  const history = createRoomHistory(messages);
  const online = createRoomPresence((channel) => live.members(channel));
  const queue = createRoomQueue(isDatabaseAway);
  const offers = createOfferStore(pool);
  const writer = composeWriter(parts, { store, messages, queue });
  const shown = { store, history, online, epoch };
  const changing = { store, broadcaster: live, queue, now, epoch };
  return (route) => {
    addRoomRoutes(route, {
      listRooms: createListRooms(shown),
      listChannels: createListChannels(store),
      viewRoom: createViewRoom(shown),
      joinRoom: createJoinRoom({ ...shown, ...changing, offers }),
      leaveRoom: createLeaveRoom({ ...changing, revoker: live }),
      markRead: createMarkRead(changing),
    });
    addMessageRoutes(route, {
      listMessages: createListMessages({ rooms: store, messages, lines: createLineStore(pool), epoch }),
      publishMessage: createPublishMessage({ rooms: store, writer }),
    });
    addSyncRoutes(route, createCatchUp({ ...shown, log: createEventLog(pool) }));
  };
}

function composeWriter(
  parts: ApiParts,
  { store, messages, queue }: { store: RoomStore; messages: MessageStore; queue: RoomQueue },
): PublishWriter {
  const { live: broadcaster, log, now, epoch, publishQueueMax: waitingMax, measureBatch: measure } = parts;
  const audiences = createRoomAudiences(store);
  const commitBatch = createCommitBatch({ messages, audiences, broadcaster, log, now, epoch, measure });
  // A room that something else holds is no reason to refuse those that wait for other rooms.
  const isAway = (reason: unknown): boolean => isDatabaseAway(reason) && !isLockTimeout(reason);
  return new PublishWriter({ queue, commitBatch, waitingMax, isAway });
}
