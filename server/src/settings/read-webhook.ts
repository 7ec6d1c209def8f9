import { StartupProblem } from "../kernel/startup-problem.ts";
import { isUrlOf, oneOf, type ReadSetting, refuseUnused, secret } from "./settings.ts";

/** HOOK-1: how customers' decisions are reported to the ERP. */
export interface WebhookSettings {
  readonly url: URL;
  readonly secret: string;
  readonly isPrivateAllowed: boolean;
}

const secretCharactersMin = 32;
/** Minimum length of a base64 secret, as Standard Webhooks requires. */
const secretBytesMin = 24;

function isStrong(given: string): boolean {
  const encoded = /^whsec_(.*)$/u.exec(given)?.[1];
  if (encoded === undefined) return given.length >= secretCharactersMin;
  return /^[A-Za-z0-9+/]+={0,2}$/u.test(encoded) && Buffer.from(encoded, "base64").length >= secretBytesMin;
}

/** HOOK-1: `webhook` is null if decisions are not reported. */
export function readWebhook(read: ReadSetting): { readonly webhook: WebhookSettings | null } {
  const isPrivateAllowed =
    read("ERP_WEBHOOK_PRIVATE", oneOf(["0", "1"], "0"), "`1` allows a private address and plain HTTP.") === "1";
  const allowed = isPrivateAllowed
    ? "an address such as http://10.0.0.5:8000/cuplaj, without a password"
    : "an https address such as https://erp.example.ro/cuplaj, without a password (plain http only with ERP_WEBHOOK_PRIVATE=1)";
  const isAllowed = isUrlOf(isPrivateAllowed ? ["http:", "https:"] : ["https:"]);
  const url = read(
    "ERP_WEBHOOK_URL",
    secret(allowed, (given) => isAllowed(given) && new URL(given).username === "" && new URL(given).password === ""),
    "Receives customers' decisions and requests.",
  );
  const key = read(
    "ERP_WEBHOOK_SECRET",
    secret(
      `a text of at least ${secretCharactersMin} characters, or whsec_ and base64 of at least ${secretBytesMin} bytes`,
      isStrong,
    ),
    "Signs requests to `ERP_WEBHOOK_URL`, which needs it.",
  );
  if (url === null) {
    refuseUnused(read, ["ERP_WEBHOOK_SECRET", "ERP_WEBHOOK_PRIVATE"], "without ERP_WEBHOOK_URL");
    return { webhook: null };
  }
  if (key === null) {
    throw new StartupProblem(
      `ERP_WEBHOOK_SECRET is not set: with ERP_WEBHOOK_URL it must be a text of at least ${secretCharactersMin} characters, which signs the requests.`,
    );
  }
  return { webhook: { url: new URL(url), secret: key, isPrivateAllowed } };
}
