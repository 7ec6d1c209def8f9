import { accountSearchCharactersMax } from "@cuplaj/protocol/limits.ts";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useShallow } from "zustand/react/shallow";
import { Button } from "../../design/button.tsx";
import { Field } from "../../design/field.tsx";
import { named } from "../../state/participants/named-like.ts";
import { PersonRow } from "./person-row.tsx";
import { focusWhenGone } from "../../platform/input/focus.ts";
import { moveByArrows } from "../../platform/input/move-by-arrows.ts";
import { useOncePressed } from "../../platform/input/use-once-pressed.ts";
import { useThrottled } from "../../platform/input/use-throttled.ts";
import { useAppState, useDispatch } from "../../state/app-context.ts";
import type { Participant, RoomId } from "../../state/entities.ts";
import { ownerKey } from "../../state/selectors.ts";
import { bringInId, foundOutside, isComing, mayBringIn } from "../../state/participants/colleagues-state.ts";

const searchEveryMs = 300;

/** ROOM-14e: finds staff by name and adds them to the room, if the viewer has the permission. */
export function AddColleague({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("colleagues");
  const isOffered = useAppState((state) => mayBringIn(state, roomId));
  const [typed, setTyped] = useState("");
  if (!isOffered) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys come from its fields
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        event.currentTarget.querySelector("button")?.focus();
      }}
      onKeyDown={moveByArrows("input, button")}
    >
      <Field
        label={t("add")}
        type="search"
        autoComplete="off"
        maxLength={accountSearchCharactersMax}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {typed.trim() !== "" && <Found roomId={roomId} typed={typed.trim()} />}
    </form>
  );
}

function Found({ roomId, typed }: { readonly roomId: RoomId; readonly typed: string }) {
  const t = useTranslations("colleagues");
  const dispatch = useDispatch();
  const search = useThrottled(typed, searchEveryMs);
  useEffect(() => dispatch({ type: "colleagues/search-asked", search }), [dispatch, search]);
  const phase = useAppState(({ colleagues }) => colleagues.phase);
  const found = named(useAppState(useShallow((state) => foundOutside(state, roomId))), typed);
  if (found.length === 0)
    return phase !== "loading" && <p role="status">{t(phase === "failed" ? "failed" : "none")}</p>;
  return (
    <ul aria-label={t("add")}>
      {found.map((person) => (
        <FoundRow key={ownerKey(person)} roomId={roomId} person={person} />
      ))}
    </ul>
  );
}

function FoundRow({ roomId, person }: { readonly roomId: RoomId; readonly person: Participant }) {
  const t = useTranslations();
  const dispatch = useDispatch();
  const isPending = useAppState((state) => isComing(state, roomId, person));
  const once = useOncePressed();
  const label = t(isPending ? "alerts.undo" : "colleagues.addTo");
  return (
    <PersonRow person={person} note={isPending ? t("colleagues.isComing") : t(`kind.${person.kind}`)}>
      <Button
        ref={toField}
        aria-label={`${label}: ${person.name}`}
        onClick={once(() =>
          isPending
            ? dispatch({ type: "undo/asked", id: bringInId(roomId, person) })
            : dispatch({ type: "colleagues/bring-asked", roomId, person }),
        )}
      >
        {label}
      </Button>
    </PersonRow>
  );
}

const toField = focusWhenGone((from) => from.closest("form")?.querySelector("input"));
