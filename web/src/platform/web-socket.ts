/** How many bytes are buffered for a server that does not read; later frames are dropped. */
const unsentBytesMax = 1024 * 1024;

export interface SocketListener {
  readonly onText: (text: string) => void;
  readonly onClose: (code: number) => void;
}

export function openWebSocket(
  url: string,
  { onText, onClose }: SocketListener,
): { readonly send: (text: string) => void; readonly close: () => void } {
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
