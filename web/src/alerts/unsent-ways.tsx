import { useTranslations } from "use-intl";
import { Button } from "../design/button.tsx";
import { copyText } from "../platform/page/page.ts";
import type { PendingMessage } from "../state/entities.ts";
import { useAppState, useDispatch } from "../state/app-context.ts";

const byHandMs = 120_000;

export function UnsentWays({ roomId, clientId }: Pick<PendingMessage, "roomId" | "clientId">) {
  const t = useTranslations();
  const text = useAppState(({ pending }) => pending[roomId]?.find((message) => message.clientId === clientId)?.text);
  const dispatch = useDispatch();
  if (text === undefined) return null;
  async function copy(whole: string) {
    if (await copyText(whole))
      dispatch({ type: "alerts/raised", alertType: "success", text: { kind: "key", key: "alerts.copied" } });
    else
      dispatch({ type: "alerts/raised", alertType: "danger", text: { kind: "text", text: whole }, delayMs: byHandMs });
  }
  return (
    <>
      {" "}
      <Button look="link" onClick={() => copy(text)}>
        {t("alerts.copy")}
      </Button>
      <Button look="link" onClick={() => dispatch({ type: "outbox/pending-deleted", roomId, clientId })}>
        {t("messages.discard")}
      </Button>
    </>
  );
}
