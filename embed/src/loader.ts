import { systemClock } from "./clock.ts";
import { FrameLink } from "./frame-link.ts";
import { createHostSignIn, type GetToken } from "./host-sign-in.ts";
import { type Listener, Listeners } from "./listeners.ts";
import type { EmbedLanguage, EmbedTheme, FrameAction, FrameState, HostAction, HostCommands } from "./messages.ts";

export { CommandError } from "./frame-link.ts";
export type {
  CommandErrorCode,
  EmbedLanguage,
  EmbedMessage,
  EmbedTheme,
  Envelope,
  FrameAction,
  FrameEvents,
  FrameState,
  HostAction,
  HostCommands,
  Reply,
} from "./messages.ts";

export interface EmbedOptions {
  /** Where Cuplaj is, such as `https://chat.example.ro`. */
  readonly address: string;
  /** The element that gets the frame. */
  readonly into: Element;
  /** The offer whose room opens first. */
  readonly offer?: number;
  readonly language?: EmbedLanguage;
  readonly theme?: EmbedTheme;
  /** What the frame is called to whoever does not see it; "Cuplaj" without. */
  readonly title?: string;
  /** `lazy` loads it once it comes near what is seen. */
  readonly loading?: "lazy" | "eager";
  /**
   * Gets a token from the host's own server, which signed it for whoever is signed in there; null where nobody is. Called each time the frame
   * is ready, and when it needs one: the frame's person is the host's.
   */
  readonly getToken?: GetToken;
}

/** What a host asks of the frame. Each waits until it is ready, keeps its order, and fails with a `CommandError`. */
interface Commands {
  readonly openRoom: (roomId: number) => Promise<void>;
  readonly openOffer: (offer: number) => Promise<void>;
  readonly setLanguage: (language: EmbedLanguage) => Promise<void>;
  readonly setTheme: (theme: EmbedTheme) => Promise<void>;
  /** Whether the person can see the frame; what is not seen is not read. */
  readonly setVisible: (isVisible: boolean) => Promise<void>;
  /** Writes into the empty composer of the open room; never sends. */
  readonly prefillDraft: (text: string) => Promise<void>;
  readonly requestState: () => Promise<FrameState | undefined>;
  /** What the browser answered when the host asked for the person; `elsewhere` where it opened Cuplaj in a window of its own. */
  readonly notificationPermission: (permission: HostCommands["notificationPermission"]["permission"]) => Promise<void>;
  readonly signIn: (token: string) => Promise<void>;
  readonly signOut: () => Promise<void>;
}

/** Cuplaj in a frame. */
export interface CuplajFrame extends Commands {
  readonly element: HTMLIFrameElement;
  /** Calls at each such message; answers how to stop that. */
  readonly on: <Action extends FrameAction>(action: Action, listener: Listener<Action>) => () => void;
  /** Removes the frame and everything that listens. The loader stores nothing. */
  readonly destroy: () => void;
}

/** EMB-4: shows Cuplaj in a frame and talks with it. */
export function embed(options: EmbedOptions): CuplajFrame {
  const { origin } = new URL(options.address);
  const element = makeFrame(origin, options);
  const listeners = new Listeners();
  /** What the frame is set to each time it loads. */
  const settings = new Map<HostAction, object>();
  if (options.language !== undefined) settings.set("setLanguage", { language: options.language });
  if (options.theme !== undefined) settings.set("setTheme", { theme: options.theme });
  const link: FrameLink = new FrameLink({
    clock: systemClock,
    origin,
    frame: () => element.contentWindow,
    post: (message) => element.contentWindow?.postMessage(message, origin),
    onMessage: (message) => listeners.call(message),
    first: () => [...settings],
    prepare: () => signInByHost(),
  });
  const { getToken } = options;
  const signInByHost = getToken ? createHostSignIn(getToken, link, systemClock) : async () => undefined;
  listeners.add("authRequired", () => void signInByHost());
  const listen = (event: MessageEvent): void => link.receive(event);
  const loaded = (): void => link.frameLoaded();
  addEventListener("message", listen);
  element.addEventListener("load", loaded);
  options.into.append(element);
  // A lazy one may never be on its way.
  if (options.loading !== "lazy") link.frameAwaited();
  return {
    element,
    ...commandsOf(link, settings),
    on: (action, listener) => listeners.add(action, listener),
    destroy: () => {
      link.destroy();
      removeEventListener("message", listen);
      element.removeEventListener("load", loaded);
      element.remove();
      listeners.clear();
    },
  };
}

function commandsOf(link: FrameLink, settings: Map<HostAction, object>): Commands {
  const done = async <Action extends HostAction>(action: Action, payload: HostCommands[Action]): Promise<void> => {
    await link.command(action, payload);
  };
  const setting = async <Action extends HostAction>(action: Action, payload: HostCommands[Action]): Promise<void> => {
    settings.set(action, payload);
    await done(action, payload);
  };
  return {
    openRoom: (roomId) => done("openRoom", { room_id: roomId }),
    openOffer: (offer) => done("openOffer", { offer_id: offer }),
    setLanguage: (language) => setting("setLanguage", { language }),
    setTheme: (theme) => setting("setTheme", { theme }),
    setVisible: (visible) => setting("setVisible", { visible }),
    prefillDraft: (text) => done("prefillDraft", { text }),
    requestState: () => link.command("requestState", {}),
    notificationPermission: (permission) => setting("notificationPermission", { permission }),
    signIn: (token) => done("signIn", { token }),
    signOut: () => done("signOut", {}),
  };
}

function makeFrame(origin: string, { offer, title = "Cuplaj", loading = "eager" }: EmbedOptions): HTMLIFrameElement {
  const element = document.createElement("iframe");
  element.title = title;
  element.loading = loading;
  element.allow = "clipboard-write";
  element.referrerPolicy = "strict-origin";
  element.style.cssText = "border:0;width:100%;height:100%";
  element.src = `${origin}${offer === undefined ? "/" : `/join/${offer}`}?embed=1`;
  return element;
}
