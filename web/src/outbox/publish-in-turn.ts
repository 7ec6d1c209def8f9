import type { ApiClient } from "../api/api-client.ts";
import { messageFromWire } from "../api/from-wire.ts";
import type { Turn } from "../platform/other-tabs.ts";
import type { Effect } from "../state/effects.ts";
import type { ChatStore } from "../state/store.ts";

/**
 * Sends a message in a page's turn. That it was stored is true whoever has the turn by now; that it failed is for the page to
 * say whose turn it is: it may have sent the message since (SEND-3).
 */
export async function publishInTurn(
  { roomId, clientId, text }: Effect<"call-publish">,
  call: ApiClient["call"],
  isMine: Turn["isMine"],
  dispatch: ChatStore["dispatch"],
): Promise<void> {
  if (!(await isMine())) return;
  const body = { message: text, client_id: clientId };
  const result = await call("publishMessage", { params: { roomId: String(roomId) }, body });
  if (result.ok) dispatch({ type: "messages/published", clientId, message: messageFromWire(result.value.message) });
  else if (await isMine()) dispatch({ type: "messages/publish-failed", roomId, clientId, error: result.error });
}
