import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Blank, FailureNotice } from "../design/notice.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { focusFirst } from "../platform/input/early-key.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";
import { hasLeft } from "../state/rooms/leaving.ts";
import { RoomHeaderGhost } from "./room-ghost.tsx";
import { JoinFailure } from "../design/join-failure.tsx";

/** Asks staff who followed a link (SEC-11) or had left the room (ROOM-11) before others see them join. */
export function JoinQuestion({ roomRef }: { readonly roomRef: string }) {
  const t = useTranslations("room");
  const isBack = useAppState((state) => hasLeft(state, roomRef));
  const joining = useAppState(({ joining }) =>
    joining.phase !== "none" && joining.roomRef === roomRef ? joining : null,
  );
  const failure = joining?.phase === "failed" ? joining.error : null;
  const dispatch = useDispatch();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusFirst(title.current), []);
  useEffect(() => () => dispatch({ type: "room/join-dropped" }), [dispatch]);
  return (
    <>
      <RoomHeaderGhost roomRef={roomRef} />
      <Blank titleRef={title} title={t(isBack ? "leftTitle" : "joinTitle")} hint={t(isBack ? "leftHint" : "joinHint")}>
        <WaitButton
          look="primary"
          error={failure}
          isBusy={joining?.phase === "busy"}
          onClick={() => dispatch({ type: "room/join-asked", roomRef })}
        >
          {t("join")}
        </WaitButton>
        <Button onClick={() => dispatch({ type: "room/close-asked" })}>{t("toList")}</Button>
        {failure !== null && (
          <FailureNotice>
            <JoinFailure error={failure} />
          </FailureNotice>
        )}
      </Blank>
    </>
  );
}
