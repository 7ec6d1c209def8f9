import { useDeferredValue, useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { AddColleague } from "./add-colleague.tsx";
import { Button } from "../../design/button.tsx";
import { isGoing } from "../../state/participants/colleagues-state.ts";
import { Dialog } from "../../design/dialog.tsx";
import { Field } from "../../design/field.tsx";
import { Blank } from "../../design/notice.tsx";
import { ErrorText } from "../../design/error-text.tsx";
import { WaitButton } from "../../design/wait-button.tsx";
import { focusWhenGone } from "../../platform/input/focus.ts";
import { useNearView } from "../../platform/page/use-near-view.ts";
import { usePointerHold } from "../../platform/input/use-long-press.ts";
import { useAppState, useDispatch } from "../../state/app-context.ts";
import type { RoomId } from "../../state/entities.ts";
import { isSamePerson, me, ownerKey } from "../../state/selectors.ts";
import { shownMembers, type ListedMember } from "../../participants/members-state.ts";
import styles from "./members-dialog.module.css";
import { named } from "../../state/participants/named-like.ts";
import { PersonRow } from "./person-row.tsx";

const findFrom = 8;

/** USR-2: all members of a room, present ones first, updated live. */
export function MembersDialog() {
  const t = useTranslations();
  const dispatch = useDispatch();
  const members = useAppState(shownMembers);
  const roomId = useAppState(({ memberList }) => memberList?.roomId);
  const total = useAppState(({ memberList }) => memberList?.total ?? 0);
  const [wanted, setWanted] = useState("");
  const found = named(members, useDeferredValue(wanted));
  return (
    <Dialog
      title={t("people.members")}
      closeLabel={t("app.close")}
      isSheet
      onClose={() => dispatch({ type: "people/members-shown", roomId: null })}
    >
      <div className={styles["people"]}>
        <p className={styles["count"]} role="status">
          {t("people.count", { count: total })}
        </p>
        {roomId !== undefined && <AddColleague roomId={roomId} />}
        {total >= findFrom && (
          <Field
            label={t("people.find")}
            type="search"
            autoComplete="off"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
        )}
        {roomId !== undefined && <MemberRows roomId={roomId} members={found} />}
        <ListEnd known={members.length} isSearching={wanted.trim() !== ""} isNoneFound={found.length === 0} />
      </div>
    </Dialog>
  );
}

function MemberRows({ roomId, members }: { readonly roomId: RoomId; readonly members: readonly ListedMember[] }) {
  const { isHeld, hand } = usePointerHold();
  return (
    <ul {...hand}>
      {useSteady(members, isHeld).map((member) => (
        <MemberRow key={ownerKey(member)} roomId={roomId} member={member} />
      ))}
    </ul>
  );
}

function MemberRow({ roomId, member }: { readonly roomId: RoomId; readonly member: ListedMember }) {
  const t = useTranslations();
  const isSelf = useAppState((state) => isSamePerson(member, me(state)));
  const isLeaving = useAppState((state) => isGoing(state, roomId, member));
  const { isOnline, mayPutOut } = member;
  const notes = [t(`kind.${member.kind}`), isOnline && t("people.here"), isSelf && t("people.you")];
  if (isLeaving) notes.push(t("colleagues.isGoing"));
  return (
    <PersonRow
      person={member}
      isOnline={isOnline}
      note={notes.filter(Boolean).join(" · ")}
      {...(mayPutOut ? { putOutOf: roomId } : {})}
    />
  );
}

/** Keeps the order while a pointer is over the list: new members go to the end, and those who leave disappear. */
function useSteady(members: readonly ListedMember[], isHeld: boolean): readonly ListedMember[] {
  const [order, setOrder] = useState(members);
  const now = new Map(members.map((member) => [ownerKey(member), member]));
  const known = new Set(order.map(ownerKey));
  const stayed = order.flatMap((member) => now.get(ownerKey(member)) ?? []);
  const steady = isHeld ? [...stayed, ...members.filter((one) => !known.has(ownerKey(one)))] : members;
  if (steady.length !== order.length || steady.some((member, index) => member !== order[index])) setOrder(steady);
  return steady;
}

interface ListEndProps {
  readonly known: number;
  readonly isSearching: boolean;
  readonly isNoneFound: boolean;
}

function ListEnd({ known, isSearching, isNoneFound }: ListEndProps) {
  const t = useTranslations();
  const list = useAppState(({ memberList }) => memberList);
  const dispatch = useDispatch();
  if (list === null) return null;
  const { phase, error } = list;
  if (phase === "failed" && error) {
    const rest = list.total - known;
    const why = rest > 0 ? t("people.restFailed", { count: rest }) : t("people.unchecked");
    return (
      <Blank title={known === 0 ? t("people.failed") : why} hint={<ErrorText error={error} />} isFailure>
        <WaitButton ref={toLast} error={error} onClick={() => dispatch({ type: "people/more-asked" })} />
      </Blank>
    );
  }
  if (phase === "loading") {
    return (
      <p className={styles["end"]} role="status">
        {t("people.loading")}
      </p>
    );
  }
  if (!list.isEnded) return <More isWanted={isSearching} />;
  return isSearching && isNoneFound && <p className={styles["end"]}>{t("people.none")}</p>;
}

/** Loads the next page when it comes near the view; a search loads all pages. */
function More({ isWanted }: { readonly isWanted: boolean }) {
  const t = useTranslations("people");
  const dispatch = useDispatch();
  const end = useRef<HTMLDivElement>(null);
  const isNear = useNearView(end);
  useEffect(() => {
    if (isNear || isWanted) dispatch({ type: "people/more-asked" });
  }, [isNear, isWanted, dispatch]);
  return (
    <div ref={end} className={styles["end"]}>
      <Button ref={toLast} onClick={() => dispatch({ type: "people/more-asked" })}>
        {t("more")}
      </Button>
    </div>
  );
}

const toLast = focusWhenGone((from) => {
  const dialog = from.closest("dialog");
  return [...(dialog?.querySelectorAll<HTMLElement>("li button") ?? [])].at(-1) ?? dialog?.querySelector("button");
});
