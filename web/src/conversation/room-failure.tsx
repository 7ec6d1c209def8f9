import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Blank } from "../design/notice.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { OpenOfferForm } from "../rooms/open-offer-form.tsx";
import type { OpenRoom } from "../state/rooms/rooms-shape.ts";
import { me } from "../state/selectors.ts";
import { useAppState, useCommands } from "../state/app-context.ts";

/** Why the room did not open, and the next thing to do. */
export function RoomFailure({
  openRoom: { roomRef, error },
}: {
  readonly openRoom: Extract<OpenRoom, { phase: "failed" }>;
}) {
  const t = useTranslations();
  const { closeRoom, retryOpenRoom } = useCommands();
  // Whose offers are all there to be opened, and who can only ask.
  const mayOpen = useAppState(
    (state) => me(state)?.kind !== "customer" && hasPermission(me(state)?.roles, "rooms.join"),
  );
  const toList = <Button onClick={closeRoom}>{t("room.toList")}</Button>;
  if (error.code === "not_found" || error.code === "invalid") {
    return (
      <Blank
        title={t(mayOpen ? "room.notOpened" : "room.notFound")}
        hint={t(mayOpen ? "room.notOpenedHint" : "room.notFoundHint")}
        isFailure
      >
        <OpenOfferForm key={roomRef} tried={roomRef.replace(/^oferta\./, "")} />
        {toList}
      </Blank>
    );
  }
  if (error.code === "forbidden") {
    return (
      <Blank title={t("room.forbidden")} hint={t("room.forbiddenHint")} isFailure>
        {toList}
      </Blank>
    );
  }
  return (
    <Blank
      title={t("room.failed")}
      hint={
        <>
          <ErrorText error={error} /> {t("room.failedHint")}
        </>
      }
      isFailure
    >
      <WaitButton look="primary" error={error} onClick={retryOpenRoom} />
      {toList}
    </Blank>
  );
}
