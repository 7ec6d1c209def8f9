import type { HostCommands } from "@cuplaj/embed/messages.ts";
import type { Outside, Part } from "../part.ts";
import { timestampOf } from "../platform/clock.ts";
import {
  contentHeight,
  focusNothingUntilEntered,
  hostOrigin,
  leaveByKeys,
  onContentResize,
  onHostMessage,
  onLeading,
  openHostPort,
  postToHost,
} from "../platform/host-window.ts";
import { atMostEvery } from "../platform/at-most-every.ts";
import { warn } from "../platform/log.ts";
import { newId } from "../platform/page.ts";
import { me, ownerKey } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import type { EmbedEffects } from "./embed-shape.ts";
import { embedHandlers } from "./embed-state.ts";
import { createHostCommands } from "./host-commands.ts";
import { HostLink } from "./host-link.ts";
import { HostReport, type Reported } from "./host-report.ts";

type HostPermission = HostCommands["notificationPermission"]["permission"];

/** EMB-3i: the content's height is told at most this often, ms. */
const heightEveryMs = 100;

/** EMB-3, EMB-5, EMB-6: the page in a host's frame. Loaded there alone, before all slices. */
export const embedPart: Part<object, object, EmbedEffects> = {
  initial: {},
  isOfPage: true,
  handlers: embedHandlers,
  run: (outside) => {
    focusNothingUntilEntered();
    leaveByKeys();
    const { store, clock } = outside;
    const given = followHost(outside);
    const link = new HostLink({
      origins: () => store.getState().settings?.embedOrigins ?? null,
      hostOrigin: hostOrigin(),
      post: postToHost,
      openPort: openHostPort,
      perform: createHostCommands(outside, given),
      onReady: () => reportAll(),
      onNobody: () => warn("No origin of EMBED_ORIGINS is this page's host: it is told nothing."),
      newId,
      timestamp: () => timestampOf(clock.now()),
    });
    const report = new HostReport();
    const reportEach = (reported: readonly Reported[]): void => {
      for (const { action, payload, id } of reported) link.report(action, payload, id);
    };
    let isLeading = false;
    let person = personOf(store.getState());
    let isRejected = false;
    const onChange = (state: AppState): void => {
      const before = person;
      person = personOf(state);
      if (person === null && before !== null) endSession();
      if (person === null) return;
      // Another tab has signed somebody else in: nothing of the one before is theirs.
      if (before !== null && before !== person) report.clear();
      const events = report.events(state);
      if (isLeading) reportEach(events);
      reportEach(report.levels(state));
      given.again(state);
    };
    /** EMB-3h: whether the server ended it, so that the host may sign in anew, or the person did. */
    function endSession(): void {
      report.clear();
      link.report(isRejected ? "authRequired" : "signedOut", {});
      isRejected = false;
    }
    const heights = reportHeights(link, clock);
    /** EMB-3f: a host that comes learns how the page is, and that somebody has to sign in. */
    function reportAll(): void {
      report.forgetLevels();
      heights.again();
      if (me(store.getState()) === null) link.report("authRequired", {});
      else onChange(store.getState());
    }
    store.subscribe(onChange);
    leadForPerson(outside, (leading) => {
      isLeading = leading;
    });
    onHostMessage((message) => link.receive(message));
    return {
      "report-events": ({ events }) => report.note(events),
      "report-wish": () => link.report("askNotificationAccess", {}),
      "report-rejected": () => {
        isRejected = true;
      },
    };
  },
};

function personOf(state: AppState): string | null {
  const self = me(state);
  return self && ownerKey(self);
}

/** EMB-3i */
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
    /** To a host that comes. */
    again(): void {
      reported = 0;
      report();
    },
  };
}

/** EMB-3g: of all pages of a person in hosts' frames one tells events. */
function leadForPerson({ store }: Outside, onLead: (isLeading: boolean) => void): void {
  let owner: string | null = null;
  let end = (): void => undefined;
  const follow = (state: AppState): void => {
    const now = personOf(state);
    if (now === owner) return;
    owner = now;
    end();
    onLead(false);
    end = now === null ? () => undefined : onLeading(`cuplaj.embed.${now}`, () => onLead(true));
  };
  store.subscribe(follow);
  follow(store.getState());
}

/** EMB-5b, EMB-7b: language and theme are the host's, on this page alone, until the person chooses others; so is whether it notifies. */
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
    /** The language that is stored for a person comes with signing in, and what is of the one before goes with them. */
    again(state: AppState): void {
      const now = personOf(state);
      if (now === person) return;
      person = now;
      if (language !== null && state.language !== language) store.dispatch({ type: "language/given", language });
      if (permission !== null) store.dispatch({ type: "notifications/host-answered", permission });
    },
  };
}
