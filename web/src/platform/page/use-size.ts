import { type RefObject, useEffect, useEffectEvent } from "react";

export function useSize(
  ref: RefObject<HTMLElement | null>,
  onSize: (size: { readonly width: number; readonly height: number }) => void,
): void {
  const report = useEffectEvent((element: HTMLElement) =>
    onSize({ width: element.clientWidth, height: element.clientHeight }),
  );
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => report(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
}
