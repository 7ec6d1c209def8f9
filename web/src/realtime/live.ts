import type { ApiClient } from "../api/api-client.ts";
import type { Outside } from "../state/part.ts";
import { Connection } from "./connection.ts";
import { gatherEvents } from "./gather-events.ts";
import type { RealtimeEffects } from "../state/connection/connection-state.ts";
import { Subscriptions } from "./subscriptions.ts";
import type { AppState, Runners } from "../state/shape.ts";

type Settings = NonNullable<AppState["settings"]>;

export interface LiveSetup extends Pick<Outside, "store" | "clock" | "random" | "liveEventOf" | "onResumeHint"> {
  readonly api: Pick<ApiClient, "call">;
  readonly origin: { readonly isTls: boolean; readonly host: string; readonly port: number };
  readonly onOffline: Outside["onResumeHint"];
  readonly onKey: Outside["onResumeHint"];
  readonly hasNetwork: () => boolean;
}

export function createLive(setup: LiveSetup): Runners<keyof RealtimeEffects> {
  let open: ReturnType<typeof openLive> | null = null;
  let channels: readonly string[] = [];
  let stopWaiting = (): void => undefined;

  function disconnect(): void {
    stopWaiting();
    open?.close();
    open = null;
    channels = [];
  }

  return {
    disconnect,
    connect: ({ ownChannel }) => {
      disconnect();
      stopWaiting = whenSettingsLoaded(setup, (settings) => {
        open = openLive(setup, ownChannel, urlOf(setup.origin, settings));
        open.subscriptions.watch(channels);
      });
    },
    "reconnect-now": () => open?.connection.resume(),
    "probe-connection": () => open?.connection.probe(),
    "watch-channels": (wanted) => {
      ({ channels } = wanted);
      open?.subscriptions.watch(channels);
    },
    "whisper-typing": ({ channel, name }) => open?.subscriptions.whisperTyping(channel, name),
  };
}

function whenSettingsLoaded({ store }: LiveSetup, run: (settings: Settings) => void): () => void {
  const runWith = ({ settings }: { readonly settings: Settings | null }): void => {
    if (!settings) return;
    stop();
    run(settings);
  };
  const stop = store.subscribe(runWith);
  runWith(store.getState());
  return stop;
}

function openLive(setup: LiveSetup, ownChannel: string, url: string) {
  const { store, api, clock } = setup;
  const events = gatherEvents(clock, store, setup.onKey);
  const subscriptions = new Subscriptions({ ...setup, ownChannel, events, connection: () => connection });
  const connection = new Connection({
    ...setup,
    url,
    onFrame: (frame) => subscriptions.onFrame(frame),
    onUp: (socketId) => {
      events.pass({ type: "connection/connected" });
      subscriptions.onUp(socketId);
    },
    onDown: (isDead) => {
      subscriptions.onDown();
      events.pass({ type: "connection/lost" });
      if (isDead || !setup.hasNetwork()) events.pass({ type: "connection/away-long" });
    },
    // If the session has ended, this call gets a 401 and signs the person out; otherwise the connection just reopens.
    onRevoked: () => void api.call("me"),
  });
  const offline = (): void => {
    if (connection.isUp()) connection.probe();
    else if (!setup.hasNetwork()) events.pass({ type: "connection/away-long" });
  };
  const stops = [setup.onResumeHint(() => connection.resume()), setup.onOffline(offline)];
  const close = (): void => {
    for (const stop of stops) stop();
    subscriptions.onDown();
    connection.close();
    events.stop();
  };
  return { connection, subscriptions, close };
}

/** LIVE-1: the address of the live connection. Over HTTPS the settings may name another port; plain HTTP uses the page's own. */
function urlOf({ isTls, host, port }: LiveSetup["origin"], { pusherKey, wssPort }: Settings): string {
  const address = isTls ? `wss://${host}:${wssPort ?? port}` : `ws://${host}:${port}`;
  return `${address}/app/${encodeURIComponent(pusherKey)}?protocol=7&client=cuplaj&version=1`;
}
