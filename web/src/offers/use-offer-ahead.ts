import { useEffect } from "react";
import { useDispatch } from "../state/app-context.ts";

/** Loads the offer even while it is not shown, since its codes become chips in messages (OFF-5). */
export function useOfferAhead(offerNumber: number | null): void {
  const dispatch = useDispatch();
  useEffect(() => {
    if (offerNumber !== null) dispatch({ type: "offers/asked", offerNumber });
  }, [offerNumber, dispatch]);
}
