import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { lateOrNothing } from "../platform/late-component.ts";
import { usePersonName } from "../state/participants/person-name.tsx";
import { useAppState, useDispatch } from "../state/app-context.ts";
import type { RoomCustomer, RoomId } from "../state/entities.ts";
import { me } from "../state/selectors.ts";
import { isComing, mayBringIn } from "../state/participants/colleagues-state.ts";
import styles from "./participants.module.css";
import { toComposer } from "./to-composer.ts";

const InviteButton = lateOrNothing(async () => (await import("./invite-button.tsx")).InviteButton);

/** ROOM-15a: informs staff that the customer gets no messages, and suggests what to do. */
export function CustomerAway({ roomId }: { readonly roomId: RoomId }) {
  const customer = useAppState(({ rooms }) => rooms.byId[roomId]?.customer ?? null);
  const isStaff = useAppState((state) => me(state)?.kind !== "customer");
  if (!isStaff || customer === null || (customer.isMember && customer.canSignIn)) return null;
  return (
    <p className={styles["away"]} role="status">
      {customer.canSignIn ? <HasLeft roomId={roomId} customer={customer} /> : <CannotSignIn customer={customer} />}
    </p>
  );
}

function HasLeft({ roomId, customer }: { readonly roomId: RoomId; readonly customer: RoomCustomer }) {
  const t = useTranslations("colleagues");
  const dispatch = useDispatch();
  const name = usePersonName(customer.name);
  const mayCall = useAppState((state) => mayBringIn(state, roomId));
  const isPending = useAppState((state) => isComing(state, roomId, customer));
  const { id, kind } = customer;
  return (
    <>
      <bdi>{t("hasLeft", { name })}</bdi>
      {mayCall && (
        <Button
          ref={toComposer}
          look="link"
          isBusy={isPending}
          onClick={() => dispatch({ type: "colleagues/bring-asked", roomId, person: { id, name, kind } })}
        >
          {t(isPending ? "callingBack" : "callBack")}
        </Button>
      )}
    </>
  );
}

function CannotSignIn({ customer: { name } }: { readonly customer: RoomCustomer }) {
  const t = useTranslations("colleagues");
  const mayManageAccounts = useAppState((state) => hasPermission(me(state)?.roles, "users.manage"));
  return (
    <>
      {t("cannotSignIn")}
      {mayManageAccounts && <InviteButton name={name} />}
    </>
  );
}
