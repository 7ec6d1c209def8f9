import { addAdministrationRoutes } from "../administration/routes.ts";
import { createInstallationStore } from "../administration/store.pg.ts";
import { addActionRoutes } from "../actions/routes.ts";
import { createActionStore } from "../actions/store.pg.ts";
import { addAuditRoutes } from "../audit/routes.ts";
import { createAuditStore } from "../audit/store.pg.ts";
import { addCarRoutes } from "../cars/routes.ts";
import { createCarStore } from "../cars/store.pg.ts";
import { addChannelAuthorizationRoutes } from "../channel-authorization/routes.ts";
import { addDownloadRoutes } from "../files/downloads/routes.ts";
import { createDownloadStore } from "../files/downloads/store.pg.ts";
import { addEditRoutes } from "../edits/routes.ts";
import { createEditStore } from "../edits/store.pg.ts";
import { refusedByStorage } from "../files/storage/storage-problem.ts";
import { type App, type AppOptions, buildApp } from "../http/app.ts";
import { createDelayRefusal } from "../http/delay-refusals.ts";
import { createExpensiveAnswers } from "../http/expensive-answers.ts";
import { createMemoryRateLimiter, unlimited } from "../http/rate-limiter.ts";
import { createSharedRateLimiter } from "../http/shared-rate-limiter.ts";
import { createTickets } from "../http/tickets.ts";
import { createFileStore } from "../files/storage/store.pg.ts";
import type { ApiParts } from "./api-parts.ts";
import { composeSignIn } from "./compose-sign-in.ts";
import { addInboundMailRoutes } from "../inbound-mail/routes.ts";
import { createTakeMail } from "../inbound-mail/take-mail.ts";
import { createMailJobStore } from "../mail/jobs.pg.ts";
import { addMailFormRoutes, addMailRoutes } from "../mail/routes.ts";
import { createMailStore } from "../mail/store.pg.ts";
import { type BatchParts, createCommitBatch } from "../messages/publish-batch.ts";
import { PublishWriter } from "../messages/publish-writer.ts";
import { createRoomHistory } from "../messages/room-history.ts";
import { addMessageRoutes } from "../messages/routes.ts";
import { createMessageStore } from "../messages/store.pg.ts";
import { createOfferWriter } from "../offers/offer-writer.ts";
import { addOfferListRoutes } from "../offer-list/routes.ts";
import { createOfferListStore } from "../offer-list/store.pg.ts";
import { addOfferRoutes } from "../offers/routes.ts";
import { createOfferStore } from "../offers/store.pg.ts";
import { addOwnRoomRoutes } from "../own-rooms/routes.ts";
import { createOwnRoomStore } from "../own-rooms/store.pg.ts";
import { createCurrentHours } from "../opening-hours/current-hours.ts";
import { noteAfterHours } from "../opening-hours/note-after-hours.ts";
import { addHoursRoutes } from "../opening-hours/routes.ts";
import { createHoursStore } from "../opening-hours/store.pg.ts";
import { createAccountStore } from "../participants/account-store.pg.ts";
import { addParticipantRoutes } from "../participants/routes.ts";
import { createNameStore } from "../participants/store.pg.ts";
import { addPushRoutes } from "../push/routes.ts";
import { createSubscriptionStore } from "../push/subscriptions.pg.ts";
import { addRequestRoutes } from "../requests/routes.ts";
import { createRequestStore } from "../requests/store.pg.ts";
import { EntryBroadcaster } from "../rooms/broadcast-entry.ts";
import { createRoomQueue, type RoomQueue } from "../rooms/room-queue.ts";
import { addRoomRoutes } from "../rooms/routes.ts";
import { createRoomCounter } from "../rooms/count-rooms.ts";
import { createRoomFlagStore } from "../rooms/filter-rooms.pg.ts";
import { createRoomStore } from "../rooms/store.pg.ts";
import { addSearchRoutes } from "../search/routes.ts";
import { createSearchStore } from "../search/search-store.pg.ts";
import { addSilenceRoutes } from "../silences/routes.ts";
import { createSilenceStore } from "../silences/store.pg.ts";
import { createProgramTokenStore } from "../sign-in/program-tokens.pg.ts";
import { provenSince } from "../sign-in/rules.ts";
import { createSignInStore } from "../sign-in/store.pg.ts";
import { addSyncRoutes } from "../sync/routes.ts";
import { createEventLog, createLineStore } from "../sync/log.pg.ts";
import { addUploadRoutes } from "../files/uploads/routes.ts";
import { createUploadStore } from "../files/uploads/store.pg.ts";

export async function composeApi(parts: ApiParts): Promise<App> {
  const slices = composeSlices(parts);
  const addSignIn = await composeSignIn({ ...parts, showHours: () => slices.currentHours.show() });
  // HOURS-1b: hours are known even if the database is down when they are first needed.
  await slices.currentHours.find();
  const tickets = createTickets({ secret: parts.ticketSecret, now: () => parts.clock.now() });
  const app = await buildApp({
    ...{ ...parts, ...admissionOf(parts) },
    identifyCaller: parts.sessions.find.bind(parts.sessions),
    identifySession: parts.sessions.findSession.bind(parts.sessions),
    isProven: (session) => slices.users.isProven(session, provenSince(parts.clock.now())),
    tickets,
    addRoutes(route) {
      addSignIn(route);
      addParticipantRoutes(route, slices);
      addSilenceRoutes(route, slices);
      addOwnRoomRoutes(route, slices);
      addPushRoutes(route, { ...slices, checkEndpoint: parts.checkPushEndpoint });
      addOfferRoutes(route, slices);
      addOfferListRoutes(route, slices);
      addRequestRoutes(route, slices);
      addCarRoutes(route, { ...slices, askVinDecoder: parts.askVinDecoder });
      addMailRoutes(route, { ...parts, ...slices });
      addInboundMailRoutes(route, inboundMailOf(parts, slices));
      addRoomRoutes(route, slices);
      addMessageRoutes(route, slices);
      addUploadRoutes(route, slices);
      addEditRoutes(route, slices);
      addActionRoutes(route, slices);
      addSyncRoutes(route, slices);
      addSearchRoutes(route, slices);
      addAuditRoutes(route, { ...slices, accounts: createAccountStore(parts.pool) });
      addAdministrationRoutes(route, {
        ...parts,
        installation: createInstallationStore(parts.pool),
        accountsBy: (actor) => createAccountStore(parts.pool, actor),
        tokensBy: (actor) => createProgramTokenStore(parts.pool, actor),
        now: () => parts.clock.now(),
      });
      addHoursRoutes(route, slices);
      addDownloadRoutes(route, { ...slices, tickets, isPublicSecure: parts.isPublicSecure });
    },
    addFormRoutes(route) {
      addChannelAuthorizationRoutes(route, slices);
      addMailFormRoutes(route, { ...parts, ...slices });
    },
  });
  app.addHook("onClose", () => parts.sharedCounts?.close());
  return app;
}

function inboundMailOf(parts: ApiParts, slices: ReturnType<typeof composeSlices>) {
  const { inboundMail } = parts;
  if (inboundMail === null) return null;
  const noteBounce = (participantId: number) => createMailJobStore(parts.pool).noteBounce(participantId);
  const taking = createTakeMail({ ...parts, ...slices, ...inboundMail, noteBounce });
  inboundMail.connect(taking);
  return { secret: inboundMail.secret, takeMail: taking.takeMail };
}

/** SEC-4, SEC-5: limits callers, and delays those that ignore refusals. */
function admissionOf({
  limits,
  sharedCounts,
  clock,
}: ApiParts): Pick<AppOptions, "rateLimiter" | "expensiveAnswers" | "delayRefusal"> {
  if (limits === null)
    return { rateLimiter: unlimited, expensiveAnswers: null, delayRefusal: (_request, answer) => answer() };
  const { rates, expensiveAnswers } = limits.calls;
  const own = createMemoryRateLimiter(rates, () => clock.steadyMs());
  return {
    rateLimiter: sharedCounts === null ? own : createSharedRateLimiter(rates, sharedCounts, own),
    expensiveAnswers: createExpensiveAnswers(clock, expensiveAnswers),
    delayRefusal: createDelayRefusal(clock),
  };
}

function composeSlices({
  pool,
  live,
  log,
  clock,
  epoch,
  publishQueueMax,
  inTime,
  measureBatch,
  fileStorages,
  noteStorage,
  quota,
  inspector,
  checkFile,
  publicSettings,
  sessions,
  offerStaff,
  wakeWebhooks,
  twoFactor,
}: ApiParts) {
  const rooms = createRoomStore(pool);
  const messages = createMessageStore(pool);
  const offers = createOfferStore(pool);
  const turns = createRoomQueue();
  const queue: RoomQueue = { run: (roomId, work) => inTime(turns.run(roomId, work)) };
  const broadcaster = new EntryBroadcaster({ rooms, live, clock, log, epoch });
  const hours = createHoursStore(pool);
  const currentHours = createCurrentHours({ hours, clock });
  const inRooms = { rooms, live, clock, epoch, queue, broadcaster, hours, currentHours, log };
  const noteStored: BatchParts["noteStored"] = (message) => void noteAfterHours(inRooms, message);
  const commitBatch = createCommitBatch({ messages, broadcaster, clock, measureBatch, noteStored });
  return {
    ...{ ...inRooms, messages, noteStored },
    ...{ files: createFileStore(pool), storages: fileStorages, quota, inspector, checkFile },
    refuseByStorage(error: unknown) {
      noteStorage(error);
      return refusedByStorage(error);
    },
    ...{ uploads: createUploadStore(pool), uploadBytesMax: publicSettings.upload_bytes_max },
    ...{ actions: createActionStore(pool), edits: createEditStore(pool) },
    ...{ offers, offerQueue: createRoomQueue(), offerStaff, wakeWebhooks },
    offerWriter: createOfferWriter({ offers, broadcaster, clock, offerStaff }),
    requests: createRequestStore({ pool, messagesOn: createMessageStore }),
    cars: createCarStore(pool),
    downloads: createDownloadStore(pool),
    countRooms: createRoomCounter(createRoomFlagStore(pool)),
    names: createNameStore(pool),
    ...{ users: createSignInStore(pool, twoFactor), sessions },
    ...{ silences: createSilenceStore(pool), mails: createMailStore(pool) },
    ownRooms: createOwnRoomStore(pool),
    subscriptions: createSubscriptionStore(pool),
    search: createSearchStore(pool),
    offerList: createOfferListStore(pool),
    audit: createAuditStore(pool),
    lines: createLineStore(pool),
    events: createEventLog(pool),
    history: createRoomHistory(messages),
    writer: new PublishWriter({ queue: turns, commitBatch, publishQueueMax, inTime }),
  };
}
