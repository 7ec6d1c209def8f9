import { Check } from "typebox/schema";
import { type AuditEntry, AuditKind } from "@cuplaj/protocol/audit.ts";
import type { AuditFilter } from "../audit/store.ts";
import { isMoment } from "../kernel/clock.ts";
import { type Command, type OptionValues, Refusal, textOf } from "./command.ts";
import { columns } from "./help.ts";

const entriesMax = 500;

/** `audit` (AUD-3b): prints the latest entries, newest last; `--before` pages back. */
export const auditShow: Command = {
  name: "audit",
  summary: `show the newest ${entriesMax} entries of the audit log, newest last`,
  options: {
    person: { type: "string", value: "NAME", help: "username of the actor or of the person concerned" },
    kind: { type: "string", value: "KIND", help: "kind of entry, such as sign-in.failed or account.disabled" },
    since: {
      type: "string",
      value: "DATE",
      help: "earliest date or time, such as 2026-11-23 or 2026-11-23T09:40:00.000Z",
    },
    before: { type: "string", value: "ID", help: "only entries older than the one with this id" },
    json: { type: "boolean", help: "print one JSON object per line" },
  },
  async run(values, ports) {
    const [kind, since, before] = [kindOf(values), sinceOf(values), beforeOf(values)];
    const { audit, accounts } = await ports.open();
    const username = textOf(values, "person");
    const person = username === "" ? undefined : await accounts.findId(username);
    if (person === null) throw new Refusal(`--person ${username}: there is no such account.`);
    const filter: AuditFilter = { person, kind, since };
    const found = await audit.listBefore(filter, before, entriesMax + 1);
    const shown = found.slice(0, entriesMax).toReversed();
    const [first] = shown;
    if (found.length > entriesMax) ports.say(`There are older entries: --before ${first?.id}`);
    if (values["json"] === true) return shown.map((entry) => JSON.stringify(entry));
    if (first === undefined) return ["The audit log has no matching entries."];
    return columns([["id", "when", "what", "who", "from", "about", "detail", "times"], ...shown.map(row)]);
  },
};

function row(entry: AuditEntry): readonly string[] {
  const { id, created_at: at, kind, by, person, address, about, detail, times } = entry;
  const who = person === null ? by : `${person.name ?? "erased"} (${person.id})${by === "person" ? "" : ` by ${by}`}`;
  const whom = about === null ? "" : `${about.type} ${about.id}`;
  return [String(id), at, kind, who, address ?? "", whom, detail ?? "", times === 1 ? "" : String(times)];
}

function kindOf(values: OptionValues): AuditKind | undefined {
  const kind = textOf(values, "kind");
  if (kind === "") return undefined;
  if (Check(AuditKind, kind)) return kind;
  const allowed = AuditKind.anyOf.map((each) => each.const).join(", ");
  throw new Refusal(`--kind is ${JSON.stringify(kind)}; allowed are ${allowed}.`);
}

function sinceOf(values: OptionValues): string | undefined {
  const since = textOf(values, "since");
  if (since === "") return undefined;
  const moment = /^\d{4}-\d{2}-\d{2}$/u.test(since) ? `${since}T00:00:00.000Z` : since;
  if (isMoment(moment)) return moment;
  throw new Refusal(`--since is ${JSON.stringify(since)}; allowed is a date such as 2026-11-23, in UTC.`);
}

function beforeOf(values: OptionValues): number | null {
  const before = textOf(values, "before");
  if (before === "") return null;
  if (/^[1-9]\d{0,14}$/u.test(before)) return Number(before);
  throw new Refusal(`--before is ${JSON.stringify(before)}; allowed is the id of an entry.`);
}
