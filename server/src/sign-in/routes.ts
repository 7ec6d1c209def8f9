import { endpoints } from "@cuplaj/protocol/endpoints.ts";
import type { PublicSettings } from "@cuplaj/protocol/public-settings.ts";
import { addressGroup } from "../http/address-group.ts";
import type { AddRoute, Call } from "../http/route.ts";
import { done } from "../kernel/outcome.ts";
import type { LogOut } from "./log-out.ts";
import type { Door } from "./rules.ts";
import type { SignIn } from "./sign-in.ts";

/** What the routes call. */
export interface SignInUseCases {
  readonly signIn: SignIn;
  readonly logOut: LogOut;
  /** What the page needs to know before sign-in. */
  readonly publicSettings: () => Promise<PublicSettings>;
}

type Attempt = Pick<Call<typeof endpoints.login>, "body" | "address">;

/** Both doors, the way out, and what stands on the door (AUTH-1, AUTH-4, RUN-9). */
export function addSignInRoutes(route: AddRoute, { signIn, logOut, publicSettings }: SignInUseCases): void {
  const enterBy = (door: Door) => async (call: Attempt) => {
    const outcome = await signIn({ door, ...call.body, address: addressGroup(call.address) });
    return outcome.ok ? done({ status: 200 as const, body: outcome.value }) : outcome;
  };
  route(endpoints.login, enterBy("main"));
  route(endpoints.erpLogin, enterBy("erp"));
  route(endpoints.logout, async ({ caller: { session, user }, address }) => {
    await logOut({ session, participantId: user.id, address: addressGroup(address) });
    return done({ status: 200, body: { logged_out: true } });
  });
  route(endpoints.settings, async () => done({ status: 200, body: await publicSettings() }));
}
