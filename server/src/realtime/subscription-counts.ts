import type { Clock, Timer } from "../clock.ts";
import type { AppState, Channel } from "./connection.ts";
import { eventFrame } from "./frames.ts";

/** Above this many subscribers a channel is told its count only now and then, as Pusher does. */
const promptMax = 100;
const everyMs = 5000;

/** `pusher_internal:subscription_count`, for apps that ask for it; never on presence channels, whose members are known. */
export class SubscriptionCounts {
  readonly #late = new Map<string, { app: AppState; name: string }>();
  readonly #clock: Clock;
  readonly #count: (app: AppState, name: string) => number;
  #timer: Timer | null = null;

  constructor(clock: Clock, count: (app: AppState, name: string) => number) {
    this.#clock = clock;
    this.#count = count;
  }

  changed(app: AppState, channel: Channel): void {
    if (app.app.countsSubscriptions !== true || channel.kind === "presence") return;
    const isPrompt = channel.subscribers.size <= promptMax;
    this.#late.set(`${app.app.id}\n${channel.name}`, { app, name: channel.name });
    if (isPrompt && this.#timer !== null) this.#clock.clearTimeout(this.#timer);
    if (isPrompt) this.#timer = null;
    this.#timer ??= this.#clock.setTimeout(() => this.#tell(), isPrompt ? 0 : everyMs);
  }

  close(): void {
    if (this.#timer !== null) this.#clock.clearTimeout(this.#timer);
  }

  #tell(): void {
    this.#timer = null;
    const channels = [...this.#late.values()];
    this.#late.clear();
    for (const { app, name } of channels) {
      const data = { subscription_count: this.#count(app, name) };
      const frame = eventFrame("pusher_internal:subscription_count", data, name);
      for (const connection of app.channels.get(name)?.subscribers.keys() ?? []) connection.wire.send(frame);
    }
  }
}
