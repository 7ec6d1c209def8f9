import type { Found } from "../../state/search/found-shape.ts";
import { FoundCount } from "./found-count.tsx";
import { FoundNote } from "./found-note.tsx";

/** What the bar says of a search: how much was found, and why not more. */
export function FoundSaid({ found }: { readonly found: Found }) {
  return (
    <>
      <FoundCount found={found} />
      <FoundNote found={found} />
    </>
  );
}
