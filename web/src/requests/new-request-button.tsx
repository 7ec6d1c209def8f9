import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { lateOrNothing } from "../platform/late-component.ts";
import { newRoomId } from "../state/entities.ts";
import { paths } from "../state/navigation/paths.ts";
import { me } from "../state/selectors.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";

const PendingRequests = lateOrNothing(async () => (await import("./pending-requests.tsx")).PendingRequests);

/** ASK-1a: leads customers to a new request, or back to the one that they have begun. */
export function NewRequestButton() {
  const t = useTranslations("requests");
  const isCustomer = useAppState((state) => me(state)?.kind === "customer");
  const isBegun = useAppState(({ drafts }) => drafts[newRoomId] !== undefined);
  const dispatch = useDispatch();
  return (
    isCustomer && (
      <Button look="primary" onClick={() => dispatch({ type: "address/asked", path: paths.request })}>
        {t(isBegun ? "begun" : "new")}
      </Button>
    )
  );
}

export const UnsentRequests = () =>
  useAppState(({ pending }) => pending[newRoomId] !== undefined) && <PendingRequests />;
