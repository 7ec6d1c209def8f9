import type { Endpoint } from "@cuplaj/protocol/endpoint.ts";
import type { LiveEventName } from "@cuplaj/protocol/events.ts";
import { systemClock } from "../kernel/clock.ts";
import type { ApiParts } from "../start/api-parts.ts";
import { composeApi } from "../start/compose-api.ts";
import { createAnswerHeaders } from "../http/answer-headers.ts";
import { silentLog } from "../kernel/log.ts";
import type { SecurityEvent, SecurityFact } from "../kernel/security-log.ts";
import { createFileInspector } from "../files/inspection/file-inspector.ts";
import type { MailOutcome } from "../inbound-mail/take-mail.ts";
import { createCheckEndpoint } from "../push/check-endpoint.ts";
import { SessionCache } from "../sign-in/session-cache.ts";
import { createSignInStore } from "../sign-in/store.pg.ts";
import { clockAt } from "./clock-at.ts";
import { testHostSignIn } from "./host-tokens.ts";
import { testInboundMail, testMailKey } from "./inbound-mail.ts";
import { addPeople, type People, type Person } from "./people.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { openTestStorages, type TestStorages } from "./file-storages.ts";
import { testSettings } from "./public-settings.ts";
import { endHere } from "./at-end.ts";

interface LiveBroadcast {
  readonly event: LiveEventName;
  readonly channels: readonly string[];
  readonly data: unknown;
}

interface Revoked {
  readonly participantId: number;
  readonly channel: string;
}

/** Epoch of every test's logs (MSG-5). */
export const testEpoch = "0189d6a2-0000-7000-8000-0000000e90c4";

interface TestAnswer {
  readonly status: number;
  // Tests read any field of a response.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

/** The API on its own database with people, and a fake live connection that records broadcasts. */
export interface TestApi extends TestDatabase {
  readonly files: TestStorages;
  readonly app: Awaited<ReturnType<typeof composeApi>>;
  readonly people: People;
  readonly sessions: SessionCache;
  readonly broadcasts: LiveBroadcast[];
  readonly closedSessions: string[];
  /** Links that confirm addresses, as e-mails to them had them (MAIL-2). */
  readonly confirmations: { readonly address: string; readonly token: string }[];
  /** The outcomes of e-mails that arrived. */
  readonly mailOutcomes: MailOutcome[];
  readonly revoked: Revoked[];
  readonly noted: (SecurityFact & { readonly event: SecurityEvent })[];
  readonly pass: (ms: number) => void;
  readonly call: (
    person: Person | null,
    method: Endpoint["method"],
    url: string,
    body?: unknown,
    headers?: object,
  ) => Promise<TestAnswer>;
}

/** Starts the API. Call it at the top of a `*.pg.test.ts`. `limits: null` turns limits off; sessions are cached only with a `listenerGeneration`. */
export async function startTestApi(
  changes: Partial<ApiParts> = {},
  cacheParts: Partial<ConstructorParameters<typeof SessionCache>[0]> = {},
): Promise<TestApi> {
  let passedMs = 0;
  const database = await createTestDatabase();
  const sessions = new SessionCache({
    store: createSignInStore(changes.pool ?? database.pool, changes.twoFactor ?? "off"),
    listenerGeneration: () => null,
    clock: clockAt(() => (changes.clock ?? systemClock).now() + passedMs),
    ...cacheParts,
  });
  const people = await addPeople(database);
  const files = await openTestStorages(database);
  const inspector = createFileInspector({ clock: systemClock, log: silentLog });
  const broadcasts: LiveBroadcast[] = [];
  const closedSessions: string[] = [];
  const confirmations: TestApi["confirmations"] = [];
  const mailOutcomes: MailOutcome[] = [];
  const revoked: Revoked[] = [];
  const noted: TestApi["noted"] = [];
  const live: ApiParts["live"] = {
    broadcast: (_roomId, { event, data }, channels) => broadcasts.push({ event, channels, data }),
    broadcastHere: (event, channels, data) => void broadcasts.push({ event, channels, data }),
    broadcastToAllHere: () => undefined,
    sign: (socketId, channel, identity) => ({
      auth: `signed:${socketId}:${channel}`,
      channel_data: JSON.stringify(identity),
    }),
    revoke: (participantId, channel) => revoked.push({ participantId, channel }),
    revokeHere: () => undefined,
    isEmpty: () => true,
    isConnected: () => false,
    holders: () => [],
    online: () => [],
    isOnline: () => false,
    closeSession: (session) => closedSessions.push(session),
  };
  const app = await composeApi({
    pool: database.pool,
    live,
    log: silentLog,
    security: { note: (event, fact) => void noted.push({ event, ...fact }) },
    clock: clockAt(() => systemClock.now() + passedMs),
    version: "0.0.0",
    epoch: testEpoch,
    publishQueueMax: 5000,
    measureBatch: () => undefined,
    health: () => Promise.resolve({ writes: true, bus: "up" }),
    sessions,
    trustedProxies: 0,
    limits: null,
    sharedCounts: null,
    publicSettings: testSettings,
    hostSignIn: testHostSignIn,
    twoFactor: "off",
    issuer: "Cuplaj",
    fileStorages: files.storages,
    noteStorage: () => undefined,
    offerStaff: [],
    wakeWebhooks: () => undefined,
    askVinDecoder: () => Promise.resolve(null),
    sendConfirmation: ({ address, token }) => Promise.resolve(void confirmations.push({ address, token })),
    mailKey: testMailKey,
    inboundMail: testInboundMail(mailOutcomes),
    checkPushEndpoint: createCheckEndpoint({ isLoopbackAllowed: true, clock: systemClock }),
    quota: { perPersonMax: null, installationMax: null },
    inspector,
    checkFile: null,
    answerHeaders: createAnswerHeaders({
      calledOrigins: [],
      embedOrigins: [],
      inlineScripts: [],
      inlineStyles: [],
      isPublicSecure: false,
      storageTrouble: () => null,
    }),
    isPublicSecure: false,
    ticketSecret: "a secret of the tests",
    noteAway: () => undefined,
    inTime: (work) => work,
    hostNames: null,
    addHooks(made) {
      // The socket of `inject` lacks `setTimeout`, which calls with uploads need.
      made.addHook("onRequest", ({ raw: { socket } }, _reply, next) => {
        if (!("setTimeout" in socket)) Object.assign(socket, { setTimeout: () => socket });
        next();
      });
    },
    ...changes,
  });
  endHere(async () => {
    await app.close();
    await inspector.stop();
  });
  return {
    ...database,
    app,
    files,
    people,
    sessions,
    broadcasts,
    closedSessions,
    confirmations,
    mailOutcomes,
    revoked,
    noted,
    pass: (ms) => {
      passedMs += ms;
    },
    async call(person, method, url, body, headers = {}) {
      const answer = await app.inject({
        method,
        url,
        headers: { ...(person === null ? {} : { authorization: `Bearer ${person.token}` }), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const isJson = String(answer.headers["content-type"]).startsWith("application/json") && answer.body !== "";
      return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers };
    },
  };
}
