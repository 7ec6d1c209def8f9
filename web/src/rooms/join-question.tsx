import { useEffect, useRef } from "react";
import { useLocale, useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Blank } from "../design/notice.tsx";
import { useCommands } from "../state/use-chat.ts";
import { joinWords } from "./join-words.ts";
import { RoomHeaderGhost } from "./room-header.tsx";

/** Asks staff who came by a link, before anybody sees them come (SEC-11). */
export function JoinQuestion({ chat }: { readonly chat: string }) {
  const t = useTranslations();
  const words = joinWords[useLocale()];
  const { closeRoom, joinRoom } = useCommands();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <RoomHeaderGhost title={t("offers.title", { number: chat.replace(/^oferta\./, "") })} />
      <Blank titleRef={title} title={words.title} hint={words.hint}>
        <Button look="primary" onClick={() => joinRoom(chat)}>
          {t("room.join")}
        </Button>
        <Button onClick={closeRoom}>{t("room.toList")}</Button>
      </Blank>
    </>
  );
}
