import type { PusherApp } from "../realtime/realtime-options.ts";
import { StartupProblem } from "../kernel/startup-problem.ts";

type Names = Pick<PusherApp, "id" | "key">;

/** RUN-6: each application has an id and a key of its own, or one would silently take the other's sockets. */
export function checkDistinctApps(own: Names, further: readonly Names[]): void {
  for (const [place, app] of further.entries()) {
    for (const name of ["id", "key"] as const) {
      const isOwn = own[name] === app[name];
      if (!isOwn && !further.slice(0, place).some((earlier) => earlier[name] === app[name])) continue;
      throw new StartupProblem(
        `PUSHER_APPS has an entry with the ${name} ${app[name]}, which ${isOwn ? "Cuplaj's own application" : "another entry"} has already: each needs an id and a key of its own.`,
      );
    }
  }
}
