import { startCuplaj } from "./cuplaj.ts";
import { startPlain } from "./plain.ts";
import { startSoketi } from "./soketi.ts";
import type { Subject, SubjectName } from "./subject.ts";

/** Starts a measured server by its name. */
export function startSubject(name: SubjectName): Promise<Subject> {
  switch (name) {
    case "cuplaj":
      return startCuplaj();
    case "soketi":
    case "soketi-metrics":
      return startSoketi(name);
    case "plain-ws":
      return startPlain();
  }
}
