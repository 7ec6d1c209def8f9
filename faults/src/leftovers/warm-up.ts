import { createCaller } from "../clients/http-caller.ts";
import { openTab, findServer } from "../tabs/tab.ts";

/** Warms a server up before any comparison: the first sign-in, socket and response load and compile code that stays. */
export async function warmUp(address: string): Promise<void> {
  const http = createCaller({ address, token: "" });
  await http.call("POST", "/api/v1/login", { username: "nobody", password: "warm-up" });
  for (const path of ["/readyz", "/metrics", "/api/v1/me"]) await http.call("GET", path);
  http.close();
  const tab = await openTab(await findServer(address), { id: 0, token: "" });
  tab.close();
  await tab.closed;
}
