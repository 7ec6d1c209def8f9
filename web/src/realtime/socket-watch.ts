import type Pusher from "pusher-js";
import type { Clock } from "../platform/clock.ts";

/** What is known of the socket that pusher-js made last. */
export interface SocketWatch {
  /** Whether an attempt is under way that is not older than this and has not failed. */
  readonly isPending: (longestMs: number) => boolean;
  /** Hears that the last socket has closed, at once and before pusher-js does, with the close code. */
  readonly onClose: (hear: (code: number) => void) => void;
  readonly stop: () => void;
}

interface ListenableSocket {
  readonly addEventListener: (name: "close", hear: (event: { readonly code: number }) => void) => void;
}

/**
 * Watches the sockets that pusher-js makes. It reports neither a failed attempt nor, for a second, a lost socket; its
 * runtime's own maker of sockets is where both can be seen.
 */
export function watchSockets({ Runtime }: typeof Pusher, clock: Clock): SocketWatch {
  const make = Runtime.createWebSocket.bind(Runtime);
  let last: { readonly madeAt: number; isClosed: boolean } | null = null;
  let hearClose = (_code: number): void => undefined;

  Runtime.createWebSocket = function createWatched(url) {
    const socket = make(url);
    const watched = { madeAt: clock.now(), isClosed: false };
    last = watched;
    if (canListen(socket)) {
      socket.addEventListener("close", ({ code }) => {
        watched.isClosed = true;
        if (last === watched) hearClose(code);
      });
    }
    return socket;
  };

  return {
    isPending: (longestMs) => last !== null && !last.isClosed && clock.now() - last.madeAt < longestMs,
    onClose: (hear) => {
      hearClose = hear;
    },
    stop: () => {
      Runtime.createWebSocket = make;
    },
  };
}

const canListen = (socket: unknown): socket is ListenableSocket =>
  typeof socket === "object" && socket !== null && "addEventListener" in socket;
