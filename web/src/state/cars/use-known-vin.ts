import { normalVin } from "@cuplaj/protocol/vin.ts";
import { useEffect, useEffectEvent } from "react";
import { useAppState, useDispatch } from "../app-context.ts";
import type { KnownVin } from "./cars-shape.ts";

/** Asks what is known of a whole VIN, and reports it once. */
export function useKnownVin(typed: string, onKnown: (known: KnownVin) => void): void {
  const vin = normalVin(typed);
  const known = useAppState(({ cars }) => (cars.knownVin?.vin === vin ? cars.knownVin : null));
  const dispatch = useDispatch();
  const report = useEffectEvent(onKnown);
  useEffect(() => {
    if (vin !== null) dispatch({ type: "cars/vin-entered", vin });
  }, [vin, dispatch]);
  useEffect(() => {
    if (known) report(known);
  }, [known]);
}
