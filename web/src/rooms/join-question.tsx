import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Blank } from "../design/notice.tsx";
import { useCommands } from "../state/app-context.ts";
import { RoomHeaderGhost } from "./room-header.tsx";

/** Asks staff who followed a link, before others see them join (SEC-11). */
export function JoinQuestion({ roomRef }: { readonly roomRef: string }) {
  const t = useTranslations();
  const { closeRoom, joinRoom } = useCommands();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <RoomHeaderGhost roomRef={roomRef} />
      <Blank titleRef={title} title={t("room.joinTitle")} hint={t("room.joinHint")}>
        <Button look="primary" onClick={() => joinRoom(roomRef)}>
          {t("room.join")}
        </Button>
        <Button onClick={closeRoom}>{t("room.toList")}</Button>
      </Blank>
    </>
  );
}
