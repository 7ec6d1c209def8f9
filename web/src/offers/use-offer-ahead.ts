import { useEffect } from "react";
import { useCommands } from "../state/app-context.ts";

/** Before the offer is shown its codes are chips in the messages (OFF-5). */
export function useOfferAhead(offerNumber: number | null): void {
  const { showOffer } = useCommands();
  useEffect(() => {
    if (offerNumber !== null) showOffer(offerNumber);
  }, [offerNumber, showOffer]);
}
