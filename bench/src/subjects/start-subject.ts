import { startCuplaj } from "./cuplaj.ts";
import { startPlain } from "./plain.ts";
import { startSoketi } from "./soketi.ts";
import type { Subject, SubjectName } from "./subject.ts";

export function startSubject(name: SubjectName): Promise<Subject> {
  switch (name) {
    case "cuplaj":
      return startCuplaj();
    case "soketi":
      return startSoketi();
    case "plain-ws":
    case "bare-write":
      return startPlain(name);
  }
}
