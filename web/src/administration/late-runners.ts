import type { ApiClient, CallResult } from "../api/api-client.ts";
import type { Outside } from "../state/part.ts";
import type { Runners } from "../state/shape.ts";
import type {
  AdministrationEffects,
  AdministrationEvents,
  AskedChange,
  Changed,
  Section,
} from "./administration-shape.ts";

export function lateRunners({ api: { call }, settle }: Outside): Runners<keyof AdministrationEffects> {
  const failed = (section: Section) => (error: AdministrationEvents["administration/load-failed"]["error"]) =>
    ({ type: "administration/load-failed", section, error }) as const;
  return {
    "call-people": ({ search, page }) =>
      settle(
        call("listAccounts", { params: { page }, query: { search } }),
        ({ accounts: list, total }) => ({ type: "administration/people-loaded", question: search, list, total, page }),
        failed("people"),
      ),
    "call-tokens": () =>
      settle(
        call("listTokens"),
        ({ tokens: list }) => ({ type: "administration/tokens-loaded", list }),
        failed("tokens"),
      ),
    "call-audit": ({ question, page }) =>
      settle(
        call("listAudit", { params: { page }, query: question }),
        ({ entries: list, total }) => ({ type: "administration/audit-loaded", question, list, total, page }),
        failed("audit"),
      ),
    "call-installation": () =>
      settle(
        call("viewInstallation"),
        (value) => ({ type: "administration/installation-loaded", value }),
        failed("installation"),
      ),
    "call-hours": () =>
      settle(
        call("viewHours"),
        ({ hours }) => ({ type: "administration/hours-loaded", value: { hours } }),
        failed("hours"),
      ),
    "call-change": ({ asked }) =>
      settle(
        change(call, asked),
        (came) => ({ type: "administration/changed", asked, ...came }),
        (error) => ({ type: "administration/change-failed", asked, error }),
      ),
    "call-proof": ({ password, code }) =>
      settle(
        call("proveSelf", { body: { password, ...(code === "" ? {} : { code }) } }),
        () => ({ type: "administration/proven" }),
        (error) => ({ type: "administration/proof-failed", error }),
      ),
  };
}

type Answered = Partial<Pick<Changed, "account" | "tokens">> & {
  readonly ended?: true;
  readonly hours?: unknown;
  readonly access?: { readonly secret: string };
  readonly token?: string;
};

async function change(call: ApiClient["call"], asked: AskedChange): Promise<CallResult<Changed>> {
  const result = await callOf(call, asked);
  if (!result.ok) return result;
  const { account = null, access, token, tokens = [] } = result.value;
  return { ok: true, value: { account, secret: access?.secret ?? token ?? null, tokens } };
}

function callOf(call: ApiClient["call"], asked: AskedChange): Promise<CallResult<Answered>> {
  switch (asked.kind) {
    case "add": {
      const { kind: _kind, ...body } = asked;
      return call("addAccount", { body });
    }
    case "rename": {
      const { kind: _kind, accountId, ...body } = asked;
      return call("renameAccount", { params: { accountId }, body });
    }
    case "mail":
      return call("setAccountMail", { params: { accountId: asked.accountId }, body: { address: asked.address } });
    case "role":
      return call("changeRole", { params: { accountId: asked.accountId }, body: { role: asked.role } });
    case "disable":
    case "enable": {
      const body = { disabled: asked.kind === "disable" };
      return call("disableAccount", { params: { accountId: asked.accountId }, body });
    }
    case "sign-out":
      return call("signOutAccount", { params: { accountId: asked.accountId } });
    case "reset-two-factor":
      return call("resetSecondFactor", { params: { accountId: asked.accountId } });
    case "invitation":
    case "temporary_password":
      return call("giveAccess", { params: { accountId: asked.accountId }, body: { kind: asked.kind } });
    case "add-token":
      return call("addToken", { body: { username: asked.username, program: asked.program } });
    case "hours":
      return call("changeHours", { body: { hours: asked.hours } });
    case "end-token":
      return call("endToken", { params: { tokenId: asked.tokenId } });
  }
}
