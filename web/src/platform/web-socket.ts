/** Bytes that may wait in the browser for a server that does not read; frames beyond them are dropped. */
const unsentBytesMax = 1024 * 1024;

/** A socket's reports. */
export interface SocketListener {
  readonly onText: (text: string) => void;
  /** The socket is gone, or never opened; once, with the close code. */
  readonly onClose: (code: number) => void;
}

/** A websocket of text frames. After `close` it reports nothing. */
export interface TextSocket {
  readonly send: (text: string) => void;
  readonly close: () => void;
}

/** Opens a websocket; binary frames are dropped. */
export function openWebSocket(url: string, { onText, onClose }: SocketListener): TextSocket {
  const socket = new WebSocket(url);
  socket.binaryType = "arraybuffer";
  const listening = new AbortController();
  const { signal } = listening;
  socket.addEventListener("message", ({ data }) => typeof data === "string" && onText(data), { signal });
  socket.addEventListener("close", ({ code }) => onClose(code), { signal });
  return {
    send: (text) => {
      if (socket.bufferedAmount < unsentBytesMax) socket.send(text);
    },
    close: () => {
      listening.abort();
      socket.close();
    },
  };
}
