import { accountSearchCharactersMax } from "@cuplaj/protocol/limits.ts";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useShallow } from "zustand/react/shallow";
import { Button } from "../design/button.tsx";
import { Field } from "../design/field.tsx";
import { named } from "./named-like.ts";
import { PersonRow } from "./person-row.tsx";
import { useThrottled } from "../platform/use-throttled.ts";
import { useAppState, useCommands } from "../state/app-context.ts";
import type { Participant, RoomId } from "../state/entities.ts";
import { ownerKey } from "../state/selectors.ts";
import { foundOutside, isComing, mayBringIn } from "../colleagues/colleagues-state.ts";

/** Between two searches while somebody types, ms. */
const searchEveryMs = 300;

/** ROOM-14e: finds staff by name and brings them into the room, for who may. */
export function AddColleague({ roomId }: { readonly roomId: RoomId }) {
  const t = useTranslations("colleagues");
  const isOffered = useAppState((state) => mayBringIn(state, roomId));
  const [typed, setTyped] = useState("");
  if (!isOffered) return null;
  return (
    <div>
      <Field
        label={t("add")}
        type="search"
        autoComplete="off"
        maxLength={accountSearchCharactersMax}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {typed.trim() !== "" && <Found roomId={roomId} typed={typed.trim()} />}
    </div>
  );
}

function Found({ roomId, typed }: { readonly roomId: RoomId; readonly typed: string }) {
  const t = useTranslations("colleagues");
  const { findColleagues } = useCommands();
  const search = useThrottled(typed, searchEveryMs);
  useEffect(() => findColleagues(search), [findColleagues, search]);
  const phase = useAppState(({ colleagues }) => colleagues.phase);
  // Those of the search before stand there until the next ones come.
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
  const { bringIn } = useCommands();
  const isPending = useAppState((state) => isComing(state, roomId, person));
  return (
    <PersonRow person={person} note={isPending ? t("colleagues.isComing") : t(`kind.${person.kind}`)}>
      <Button
        isBusy={isPending}
        aria-label={t("colleagues.addName", { name: person.name })}
        onClick={() => bringIn(roomId, person)}
      >
        {t("colleagues.addTo")}
      </Button>
    </PersonRow>
  );
}
