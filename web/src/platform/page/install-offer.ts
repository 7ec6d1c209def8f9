interface InstallOffer extends Event {
  readonly prompt: () => Promise<unknown>;
}

let offer: InstallOffer | null = null;
let listen: (canInstall: boolean) => void = () => undefined;

const isOffer = (event: Event): event is InstallOffer => "prompt" in event;

function take(next: InstallOffer | null): void {
  offer = next;
  listen(next !== null);
}

/** Holds back the browser's install prompt, which may come early, so that the menu can offer it later. */
export function awaitInstallOffer(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    if (isOffer(event)) take(event);
  });
  window.addEventListener("appinstalled", () => take(null));
}

export function followInstallOffer(listener: (canInstall: boolean) => void): void {
  listen = listener;
  listen(offer !== null);
}

export async function acceptInstallOffer(): Promise<void> {
  const asked = offer;
  take(null);
  await asked?.prompt();
}
