import { Suspense } from "react";
import { lateComponent } from "../platform/late-component.ts";
import { useAppState } from "../state/app-context.ts";

const SearchPanel = lateComponent(async () => (await import("./search-panel.tsx")).SearchPanel);

/** The search panel while it is open, over whatever is on screen. */
export function SearchOver() {
  const isOpen = useAppState(({ searchPanel }) => searchPanel !== null);
  return (
    isOpen && (
      <Suspense fallback={null}>
        <SearchPanel />
      </Suspense>
    )
  );
}
