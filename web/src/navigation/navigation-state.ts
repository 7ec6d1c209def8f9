import type { Door } from "../state/chat-state.ts";
import { changed, type Handlers } from "../state/transition.ts";
import { guard } from "./guard.ts";
import { paths } from "./paths.ts";

/** Transitions of the address. */
export const navigationHandlers: Handlers<"address/arrived" | "address/asked"> = {
  "address/asked": (state, { path, how }) =>
    changed(state, [{ type: "navigate", to: path, replace: how === "replace" }]),

  "address/arrived": (state, { path, search }) => {
    const verdict = guard(path, search, state.session.phase === "signed-in");
    switch (verdict.kind) {
      case "redirect":
        return changed(state, [{ type: "navigate", to: verdict.to, replace: true }]);
      case "show": {
        const arrived = { ...state, route: verdict.route };
        const door = path === paths.login ? doorOf(search) : null;
        return door === null || door === state.signIn.door
          ? changed(arrived)
          : changed({ ...arrived, signIn: { door, phase: "idle", error: null } }, [{ type: "keep-door", door }]);
      }
    }
  },
};

/** WEB-6: `?erp=1` asks for the ERP sign-in, `?erp=0` for the customers'. */
function doorOf(search: string): Door | null {
  const erp = new URLSearchParams(search).get("erp");
  if (erp === "1") return "erp";
  return erp === "0" ? "customer" : null;
}
