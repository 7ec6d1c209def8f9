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
  /** Address of the installation, such as `https://chat.example.ro`; its path is ignored. An invalid one throws a `TypeError`. */
  readonly address: string;
  /** Element that the frame is appended to and fills. */
  readonly into: Element;
  /** Number of the offer to open at first. */
  readonly offer?: number;
  readonly language?: EmbedLanguage;
  readonly theme?: EmbedTheme;
  /** Accessible name of the frame; default "Cuplaj". */
  readonly title?: string;
  /** With `lazy`, the frame loads only near the viewport; the default is `eager`. */
  readonly loading?: "lazy" | "eager";
  /** Fetches a token signed by the host's server; null if nobody is signed in there. Called whenever the frame is ready or needs one. */
  readonly getToken?: GetToken;
}

/** Commands to the frame: queued until it is ready, sent in order, rejected with a `CommandError` on failure. */
interface Commands {
  readonly openRoom: (roomId: number) => Promise<void>;
  readonly openOffer: (offer: number) => Promise<void>;
  readonly setLanguage: (language: EmbedLanguage) => Promise<void>;
  readonly setTheme: (theme: EmbedTheme) => Promise<void>;
  /** Whether the person can see the frame; nothing counts as read while false. */
  readonly setVisible: (isVisible: boolean) => Promise<void>;
  /** Fills the empty composer of the open room; never sends. */
  readonly prefillDraft: (text: string) => Promise<void>;
  readonly requestState: () => Promise<FrameState | undefined>;
  /** Reports the browser's decision after `askNotificationAccess`, or `elsewhere` if Cuplaj was opened in its own window. */
  readonly notificationPermission: (permission: HostCommands["notificationPermission"]["permission"]) => Promise<void>;
  readonly signIn: (token: string) => Promise<void>;
  readonly signOut: () => Promise<void>;
}

export interface CuplajFrame extends Commands {
  readonly element: HTMLIFrameElement;
  /** Calls `listener` for each event of this kind; returns a function that removes it. */
  readonly on: <Action extends FrameAction>(action: Action, listener: Listener<Action>) => () => void;
  /** Removes the frame and all listeners; pending commands fail with `destroyed`. The loader stores nothing. */
  readonly destroy: () => void;
}

/** EMB-4: appends a frame with Cuplaj to `options.into`; returns its commands and events. */
export function embed(options: EmbedOptions): CuplajFrame {
  const { origin } = new URL(options.address);
  const element = makeFrame(origin, options);
  const listeners = new Listeners();
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
  // A lazy frame may never load.
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
