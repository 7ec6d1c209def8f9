import type { Clock } from "../platform/clock.ts";
import type { RoomId } from "../state/entities.ts";
import type { Ring } from "./notifications-shape.ts";

export const burstGapMs = 3000;
/** How long a tab waits for a tab in view, or for one that may make sounds, to take a burst, ms. */
export const yieldMs = 250;
export const silentYieldMs = 500;

interface Burst {
  readonly waiting: Ring[];
  phase: "claiming" | "own" | "another's";
  release: () => void;
  hasSounded: boolean;
  putOffEnd: () => void;
}

interface RingerParts {
  readonly clock: Pick<Clock, "later">;
  readonly claim: () => Promise<(() => void) | null>;
  readonly maySound: () => boolean;
  readonly onSound: (about: Ring["about"]) => void;
  readonly onShow: (rings: readonly Ring[]) => void;
}

/** NOTE-3a: one tab handles a burst. A tab in view takes it and stays silent; otherwise any tab sounds once and notifies. */
export function createRinger({ clock, claim, maySound, onSound, onShow }: RingerParts) {
  let burst: Burst | null = null;
  /** NOTE-3: an event of a room's log rings only once, even if it is repeated. */
  const rungUpto = new Map<RoomId, number>();

  function fresh(rings: readonly Ring[]): readonly Ring[] {
    const found = rings.filter(({ roomId, seq }) => seq > (rungUpto.get(roomId) ?? 0));
    for (const { roomId, seq } of found) rungUpto.set(roomId, Math.max(rungUpto.get(roomId) ?? 0, seq));
    return found;
  }

  async function begin(own: Burst): Promise<void> {
    const release = await claim();
    own.phase = release === null ? "another's" : "own";
    if (release === null) own.waiting.length = 0;
    else {
      speak(own);
      // A browser may delay a hidden page's timers and then run them all at once, so the burst may be over by now.
      if (burst === own) own.release = release;
      else release();
    }
  }

  function speak(own: Burst): void {
    const [first, ...others] = own.waiting.splice(0);
    if (!first) return;
    if (!own.hasSounded) onSound(first.about);
    own.hasSounded = true;
    onShow([first, ...others]);
  }

  function end(own: Burst): void {
    own.release();
    burst = null;
  }

  return (all: readonly Ring[], isLooking: boolean): void => {
    const rings = fresh(all);
    if (rings.length === 0) return;
    const isNew = burst === null;
    const own = (burst ??= newBurst());
    own.putOffEnd();
    own.putOffEnd = clock.later(burstGapMs, () => end(own));
    if (isLooking) own.waiting.length = 0;
    else if (own.phase !== "another's") own.waiting.push(...rings);
    if (isNew && isLooking) void begin(own);
    else if (isNew) clock.later(maySound() ? yieldMs : silentYieldMs, () => void begin(own));
    else if (own.phase === "own") speak(own);
  };
}

const nothing = (): void => undefined;

const newBurst = (): Burst => ({
  waiting: [],
  phase: "claiming",
  release: nothing,
  hasSounded: false,
  putOffEnd: nothing,
});
