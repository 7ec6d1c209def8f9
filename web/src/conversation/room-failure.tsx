import { hasPermission } from "@cuplaj/protocol/permission.ts";
import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { Blank } from "../design/notice.tsx";
import { ErrorText } from "../design/error-text.tsx";
import { WaitButton } from "../design/wait-button.tsx";
import { OpenOfferForm } from "../rooms/open-offer-form.tsx";
import type { OpenRoom } from "../state/rooms/rooms-shape.ts";
import { me } from "../state/selectors.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";

interface RoomFailureProps {
  readonly openRoom: Extract<OpenRoom, { phase: "failed" }>;
}

export function RoomFailure({ openRoom: { roomRef, error } }: RoomFailureProps) {
  const t = useTranslations("room");
  const dispatch = useDispatch();
  const mayOpen = useAppState(
    (state) => me(state)?.kind !== "customer" && hasPermission(me(state)?.roles, "rooms.join"),
  );
  const toList = <Button onClick={() => dispatch({ type: "room/close-asked" })}>{t("toList")}</Button>;
  if (error.code === "not_found" || error.code === "invalid") {
    const [title, hint] = mayOpen ? [t("notOpened"), t("notOpenedHint")] : [t("notFound"), t("notFoundHint")];
    return (
      <Blank title={title} hint={hint} isFailure>
        <OpenOfferForm key={roomRef} tried={roomRef.replace(/^oferta\./, "")} />
        {toList}
      </Blank>
    );
  }
  if (error.code === "forbidden") {
    return (
      <Blank title={t("forbidden")} hint={t("forbiddenHint")} isFailure>
        {toList}
      </Blank>
    );
  }
  const hint = (
    <>
      <ErrorText error={error} /> {t("failedHint")}
    </>
  );
  return (
    <Blank title={t("failed")} hint={hint} isFailure>
      <WaitButton look="primary" error={error} onClick={() => dispatch({ type: "room/retry-asked" })} />
      {toList}
    </Blank>
  );
}
