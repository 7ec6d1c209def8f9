import type { CallLimit, Endpoint } from "@cuplaj/protocol/endpoint.ts";
import type { CallLimits, RateLimit } from "../rate-limiter.ts";

/** The installation's limits; null with `LIMITS=off`. */
export type DocumentedLimits = {
  readonly calls: CallLimits;
  readonly signIn: { readonly failuresPerMinute: number };
} | null;

const shared: Readonly<Record<Exclude<CallLimit, "signIn">, string>> = {
  publish: "publishing and editing",
  uploads: "publishing files",
  uploadParts: "parts of uploads",
  actions: "actions on messages",
  join: "joining and leaving",
  authorizeChannel: "signing subscriptions",
  ownSettings: "changes of own settings",
  readMarks: "read marks",
  sync: "catching up",
  reads: "other reads",
  search: "searches",
  offerWrites: "writing offers",
  decisions: "decisions on lines",
  administration: "changes of accounts and tokens",
  unknownCalls: "calls without a token",
};

export function limitWords({ limit, access, isExpensive }: Endpoint, limits: DocumentedLimits): string {
  if (limits === null) return "none on this installation.";
  const { rates, expensiveAnswers } = limits.calls;
  if (limit === "signIn") {
    const { failuresPerMinute } = limits.signIn;
    return `${failuresPerMinute} failures a minute per account and address; and ${rateWords(rates.unknownCalls)} per address, for all calls without a token together.`;
  }
  const by = access === "public" || limit === "unknownCalls" ? "per address" : "per person";
  const expensive =
    isExpensive === true
      ? ` At most ${expensiveAnswers} large responses are sent to a person at once; further ones queue.`
      : "";
  return `${rateWords(rates[limit])} ${by}, for ${shared[limit]} together.${expensive}`;
}

/** Describes a rate in words: `20 at once, then 5 a second`. */
function rateWords({ burst, perSecond }: RateLimit): string {
  const rate = perSecond >= 1 ? `${rounded(perSecond)} a second` : `${rounded(perSecond * 60)} a minute`;
  return `${burst} at once, then ${rate}`;
}

const rounded = (number: number): number => Math.round(number * 100) / 100;
