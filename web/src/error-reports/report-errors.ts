import type { ReportOrigin } from "@cuplaj/protocol/error-reports/envelope.ts";
import type { Route } from "../state/navigation/paths.ts";
import { afterFrames, newId } from "../platform/page/page.ts";
import { browserFamily, postReport, pageLoad, watchLoadedScripts } from "../platform/report-facts.ts";
import type { Clock } from "../platform/clock.ts";
import type { NotedErrors } from "../platform/noted-errors.ts";
import { windowAttention } from "../platform/page/window-attention.ts";
import { me } from "../state/selectors.ts";
import type { AppState } from "../state/shape.ts";
import type { AppStore } from "../state/store.ts";
import { createReporter, type Reporter } from "./reporter.ts";

/** REP-1b: screen names without personal data. */
const routeNames = {
  starting: "/",
  home: "/",
  search: "/search",
  request: "/cerere",
  join: "/join/{chat}",
  view: "/view/{chat}",
  login: "/login",
  invite: "/invite",
  mail: "/mail",
  register: "/register",
  admin: "/admin",
  logout: "/logout",
  "not-found": "/{unknown}",
} as const satisfies Record<Route["kind"], string>;

export function reportErrors(store: AppStore, errors: NotedErrors, clock: Clock): void {
  const reporter = createReporter({
    dsn: store.getState().settings?.sentryDsn ?? "",
    ownFile: watchLoadedScripts(),
    origin: () => originOf(store.getState()),
    post: postReport,
    now: clock.now,
    newId,
  });
  if (!reporter) return;
  errors.take(reporter.report);
  reporter.trace({ operation: "pageload", ...pageLoad() });
  traceScreens(store, reporter, clock);
}

const originOf = (state: AppState): ReportOrigin => ({
  part: "page",
  version: state.settings?.version ?? "",
  route: routeNames[state.route.kind],
  language: state.language,
  kind: me(state)?.kind,
  browser: browserFamily(),
});

function traceScreens(store: AppStore, { trace }: Reporter, clock: Clock): void {
  store.subscribe(({ route }, before) => {
    if (route === before.route || !windowAttention().isVisible) return;
    const beganAtMs = clock.now();
    afterFrames(2, () => trace({ operation: "navigation", beganAtMs, endedAtMs: clock.now() }));
  });
}
