/**
 * The real page in happy-dom: its store, components and words over a scripted server, with a clock that only the test moves.
 *
 *     const page = await mountPage({ at: "/view/oferta.10001" });      // signed in as Ana; { as: "radu" }, { as: null } signed out
 *     await page.user.type(await page.find("textbox", { name: /^Mesaj către/ }), "Mai este?{Enter}");
 *     await page.screen.findByText("Mai este?");                        // Testing Library; its timeouts only catch hangs
 *     page.server.answer("publishMessage", refuse("forbidden"));        // or an answer, "offline", "timeout", a function of the call
 *     const release = page.server.hold("listRooms");                    // no response before `release()`
 *     expect(page.server.calls("publishMessage")).toHaveLength(1);
 *     await page.live("ChatMessage", page.server.world.say(radu, 10_001, "Da."));  // others' events; the page's own arrive by themselves
 *     await page.connection("lost"); await page.pass(5000);             // the banner's five seconds
 *     const again = await page.reload();                                // storage, server and clock stay
 *
 * There is never a layout (`happy-browser.ts`), all code is preloaded, and the page ends with its test.
 */
import type { LiveEventName, LiveEvents } from "@cuplaj/protocol/events.ts";
import type { LanguageCode } from "@cuplaj/protocol/participant.ts";
import { patienceMs } from "@cuplaj/protocol/testing/test-clock.ts";
import {
  act,
  type ByRoleMatcher,
  type ByRoleOptions,
  cleanup,
  configure,
  getConfig,
  render,
  waitFor,
  within,
} from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { unstable_IdlePriority, unstable_scheduleCallback } from "scheduler";
import { expect, onTestFinished } from "vitest";
import { App } from "../screens/app.tsx";
import { preloadComponents } from "../platform/late-component.ts";
import { showPageName, showUnread } from "../platform/page/page.ts";
import { AppContext } from "../state/app-context.ts";
import type { AppEvent, Effect, EffectName } from "../state/shape.ts";
import { createFakeClock } from "./fake-clock.ts";
import { createFakeDatabase } from "./fake-device.ts";
import { noteNavigation, standInForBrowser } from "./happy-browser.ts";
import { loadWords, type PageStore, type PageWorld, startPageStore } from "./page-store.ts";
import { createScriptedServer, type ScriptedServer } from "./scripted-server.ts";
import type { PageUser } from "./scripted-world.ts";
import { storeSession } from "./stored-page.ts";

export { refuse } from "./scripted-call.ts";
export { ana, radu } from "./scripted-world.ts";

const usual = getConfig();
configure({
  asyncUtilTimeout: patienceMs,
  // React's `act` drops suspended updates that nobody awaits, so user events run without it, as in a browser.
  eventWrapper: (run) => run(),
  // Lets React draw before the test looks.
  asyncWrapper: (run) =>
    usual.asyncWrapper(async () => {
      const result = await run();
      await drawn();
      return result;
    }),
});
await Promise.all([loadWords("ro", "first"), loadWords("ro"), loadWords("en")]);
await preloadComponents();

interface PageSetup {
  readonly as?: PageUser | null;
  readonly at?: string;
  readonly language?: LanguageCode;
  /** False to keep the live connection from opening by itself. */
  readonly connects?: boolean;
  readonly before?: (server: ScriptedServer) => void;
}

export type MountedPage = Awaited<ReturnType<typeof mountPage>>;

/** Opens the page at an address, in a browser that has nothing stored. */
export async function mountPage({ as = "ana", at = "/", language, connects = true, before }: PageSetup = {}) {
  standInForBrowser();
  // Two pages at once would compete for the window's address.
  if (open) forget();
  const clock = createFakeClock();
  const server = createScriptedServer(as ?? "ana", () => new Date(clock.now()).toISOString());
  const world: PageWorld = { server, clock, device: createFakeDatabase(), connects };
  if (language !== undefined) localStorage.setItem("language", language);
  if (as !== null) storeSession(server.world.user);
  history.replaceState(null, "", at);
  noteNavigation("navigate");
  before?.(server);
  onTestFinished(forget);
  return openPage(world);
}

/** Resolves once React has drawn, since its scheduler runs idle tasks last. */
function drawn(): Promise<void> {
  return new Promise((resolve) => void unstable_scheduleCallback(unstable_IdlePriority, () => resolve()));
}

const bubbles = (text: string): readonly HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>("[data-scroller] article")].filter((one) =>
    one.textContent.includes(text),
  );

let open: PageStore | null = null;

function forget(): void {
  close();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  document.body.replaceChildren();
  showUnread(0);
  showPageName("");
}

function close(): void {
  cleanup();
  open?.end();
  open = null;
}

async function openPage(world: PageWorld) {
  const { server, clock } = world;
  const page = startPageStore(world);
  const { store } = page;
  const container = document.body.appendChild(Object.assign(document.createElement("div"), { id: "app" }));
  open = page;
  const { language } = store.getState();
  const words = await loadWords(language);
  const app = (
    <AppContext value={{ store, loadWords }}>
      <App words={{ language, words }} />
    </AppContext>
  );
  await act(async () => void render(app, { container }));
  await waitFor(() => expect(document.querySelector("main")).not.toBeNull());
  const acted = (work: () => void): Promise<void> => act(async () => work());
  const dispatch = (event: AppEvent): Promise<void> => acted(() => store.dispatch(event));
  const screen = within(document.body);
  return {
    server,
    screen,
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    find: (role: ByRoleMatcher, options?: ByRoleOptions) => screen.findByRole(role, options),
    row: (offer: number) => screen.findByRole("link", { name: new RegExp(`(Oferta|Offer) ${offer}`) }),
    composer: () => screen.findByRole("textbox", { name: /^(Mesaj către|Message to)/ }),
    bubble: (text: string) =>
      waitFor(() => {
        const found = bubbles(text).at(-1);
        if (!found) throw getConfig().getElementError(`No bubble says ${text}.`, document.body);
        return found;
      }),
    bubbles,
    getState: store.getState,
    dispatch,
    asked: <Name extends EffectName>(name: Name) =>
      page.effects.filter((effect): effect is Effect<Name> & Effect => effect.type === name),
    live: <Name extends LiveEventName>(name: Name, data: LiveEvents[Name]) => dispatch(page.liveEventOf(name, data)),
    /** Simulates that the live connection is lost, or is back with the person's own channel held. */
    connection: (next: "lost" | "online") =>
      acted(() => {
        if (next === "lost") store.dispatch({ type: "connection/lost" });
        else for (const type of ["connection/connected", "connection/listening"] as const) store.dispatch({ type });
      }),
    pass: (ms: number) => acted(() => clock.pass(ms)),
    address: () => location.pathname + location.search,
    goTo: (path: string) => acted(() => store.dispatch({ type: "address/asked", path })),
    back: () => acted(() => history.back()),
    /** Reloads the page, or opens it at another address. Only the server, the clock and the storage stay. */
    reload: async (at?: string) => {
      close();
      document.body.replaceChildren();
      if (at !== undefined) history.pushState(null, "", at);
      noteNavigation(at === undefined ? "reload" : "navigate");
      return openPage(world);
    },
  };
}
