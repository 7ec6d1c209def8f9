import type { HostCommands } from "@cuplaj/embed/messages.ts";
import type { Outside } from "../state/part.ts";
import { timestampOf } from "../platform/clock.ts";
import {
  contentHeight,
  hostOrigin,
  leaveByKeys,
  onContentResize,
  onHostMessage,
  onPageEnd,
  openHostPort,
  postToHost,
} from "../platform/page/host-window.ts";
import { atMostEvery } from "../platform/at-most-every.ts";
import { warn } from "../platform/log.ts";
import { newId } from "../platform/page/page.ts";
import { claimForTab } from "../platform/tabs/tab-claim.ts";
import { storedSession } from "../api/stored-session.ts";
import type { RoomEvent } from "../state/entities.ts";
import { ownerOf, tokenOf } from "../state/selectors.ts";
import type { AppState, Runners } from "../state/shape.ts";
import type { EmbedEffects } from "./embed-state.ts";
import { createHostCommands } from "./host-commands.ts";
import { HostLink } from "./host-link.ts";
import { HostReport, type Reported } from "./host-report.ts";

type HostPermission = HostCommands["notificationPermission"]["permission"];

const heightEveryMs = 100;

export function hostRunners(outside: Outside): Runners<keyof EmbedEffects> {
  leaveByKeys();
  endUnstoredSession(outside);
  const { store, clock } = outside;
  const given = followHost(outside);
  const link = new HostLink({
    origins: () => store.getState().settings?.embedOrigins ?? null,
    hostOrigin: hostOrigin(),
    post: postToHost,
    openPort: openHostPort,
    perform: createHostCommands(outside, given),
    onReady: () => reporter.all(),
    onNobody: () => warn("No origin of EMBED_ORIGINS is this page's host: it is told nothing."),
    later: clock.later,
    newId,
    timestamp: () => timestampOf(clock.now()),
  });
  const reporter = reportToHost(outside, link, (state) => given.again(state));
  onHostMessage((message) => link.receive(message));
  return {
    // Both events are dispatched in one step, so that the person never appears signed out in between.
    "enter-by-host": ({ token, me: self }) => {
      store.dispatch({ type: "sign-out/asked", unsent: "keep" });
      store.dispatch({ type: "sign-in/accepted", token, me: self });
    },
    "report-sign-in-due": () => link.report("authRequired", {}),
    "report-events": ({ events }) => reporter.note(events),
    "report-wish": () => link.report("askNotificationAccess", {}),
    "report-rejected": ({ token }) => reporter.noteRejected(token),
  };
}

function reportToHost(outside: Outside, link: HostLink, onState: (state: AppState) => void) {
  const { store, clock } = outside;
  const report = new HostReport();
  const reportEach = (reported: readonly Reported[]): void => {
    for (const { action, payload, id } of reported) link.report(action, payload, id);
  };
  const heights = reportHeights(link, clock);
  let isLeading = false;
  let person = ownerOf(store.getState());
  let session = tokenOf(store.getState());
  let isRejected = false;
  const onChange = (state: AppState): void => {
    const before = person;
    person = ownerOf(state);
    session = tokenOf(state);
    if (before !== null && person !== before) {
      // The host or another tab may have signed in somebody else, so the previous person's events are dropped.
      report.clear();
      // EMB-3f: distinguishes a session that the server ended, which the host may renew, from one that the person ended.
      if (person === null) link.report(isRejected ? "authRequired" : "signedOut", {});
      isRejected = false;
    }
    if (person === null) return;
    reportEach(report.events(state, isLeading));
    reportEach(report.levels(state));
    onState(state);
  };
  store.subscribe(onChange);
  leadForPerson(outside, (leading) => {
    isLeading = leading;
  });
  return {
    note: (events: readonly RoomEvent[]): void => report.note(events),
    noteRejected(token: string): void {
      isRejected = token === session;
    },
    /** EMB-3f: reports the page's state to a new host, and whether somebody has to sign in. */
    all(): void {
      report.forgetLevels();
      heights.again();
      if (ownerOf(store.getState()) === null) link.report("authRequired", {});
      else onChange(store.getState());
    },
  };
}

/** EMB-5g: when the page closes, ends a session that the device does not store. */
function endUnstoredSession({ store, api }: Outside): void {
  onPageEnd(() => {
    const token = tokenOf(store.getState());
    if (token !== null && storedSession() === null) void api.callAs(token, "logout");
  });
}

function reportHeights(link: HostLink, clock: Outside["clock"]) {
  let reported = 0;
  const report = (): void => {
    const height = contentHeight();
    if (height !== reported) link.report("resize", { height });
    reported = height;
  };
  const resizing = atMostEvery(heightEveryMs, clock, report);
  onContentResize(() => resizing.ask());
  return {
    again(): void {
      reported = 0;
      report();
    },
  };
}

/** EMB-3g: exactly one of a person's framed pages reports events. */
function leadForPerson({ store }: Outside, onLead: (isLeading: boolean) => void): void {
  let owner: string | null = null;
  let end = (): void => undefined;
  const follow = (state: AppState): void => {
    const now = ownerOf(state);
    if (now === owner) return;
    owner = now;
    end();
    onLead(false);
    end = now === null ? () => undefined : lead(`cuplaj.embed.${now}`, () => onLead(true));
  };
  store.subscribe(follow);
  follow(store.getState());
}

function lead(name: string, onLead: () => void): () => void {
  const ending = new AbortController();
  const isEnding = (): boolean => ending.signal.aborted;
  void claimForTab(name, ending.signal).then((release) => {
    if (release === null) return;
    if (isEnding()) return release();
    ending.signal.addEventListener("abort", release);
    onLead();
  });
  return () => ending.abort();
}

/** EMB-6, EMB-7a: the host sets this page's language and theme until the person chooses others, and whether it notifies. */
function followHost({ store }: Outside) {
  let language: AppState["language"] | null = null;
  let permission: HostPermission | null = null;
  let person: string | null = null;
  return {
    setLanguage(given: AppState["language"]): void {
      language = given;
      store.dispatch({ type: "language/given", language: given });
    },
    setTheme: (theme: AppState["theme"]): void => store.dispatch({ type: "theme/given", theme }),
    setPermission(given: HostPermission): void {
      permission = given;
      store.dispatch({ type: "notifications/host-answered", permission });
    },
    /** Applies the host's settings again after somebody signs in, since that loads their language and may reset the rest. */
    again(state: AppState): void {
      const now = ownerOf(state);
      if (now === person) return;
      person = now;
      if (language !== null && state.language !== language) store.dispatch({ type: "language/given", language });
      if (permission !== null) store.dispatch({ type: "notifications/host-answered", permission });
    },
  };
}
