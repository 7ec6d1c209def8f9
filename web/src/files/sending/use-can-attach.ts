import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { me } from "../../state/selectors.ts";
import { useAppState } from "../../state/app-context.ts";

/** Whether the person may send files at all (PERM-1). */
export const useCanAttach = (): boolean =>
  useAppState((state) => hasPermission(me(state)?.roles, ["messages.publish", "messages.attach"]));
