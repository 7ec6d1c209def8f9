import { vi, onTestFinished } from "vitest";
import { touchDevice, twoPanes, wideScreen } from "../platform/page/use-media.ts";

export const devices = {
  desk: { widthPx: 1440, isTouch: false },
  phone: { widthPx: 390, isTouch: true },
} as const;

/** Makes the page's media queries match this device until the test ends. */
export function standOn({ widthPx, isTouch }: (typeof devices)[keyof typeof devices]): void {
  const holds: Readonly<Record<string, boolean>> = {
    [wideScreen]: widthPx >= 1200,
    [twoPanes]: widthPx >= 720,
    [touchDevice]: isTouch,
  };
  const real = window.matchMedia.bind(window);
  const spy = vi.spyOn(window, "matchMedia").mockImplementation((query) => {
    const list = real(query);
    const own = holds[query];
    if (own !== undefined) Object.defineProperty(list, "matches", { value: own });
    return list;
  });
  onTestFinished(() => spy.mockRestore());
}
