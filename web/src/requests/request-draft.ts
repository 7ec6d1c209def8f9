import { offerTextCharactersMax, quantityMax, requestItemsMax } from "@cuplaj/protocol/limits.ts";
import { cleanText } from "@cuplaj/protocol/message-text.ts";
import { fieldsOf, isId, isText } from "../api/shapes.ts";
import { parseJson } from "../platform/storage/parse-json.ts";
import {
  hasWrongYear,
  oneLine,
  type TypedVehicle,
  vehicleFields,
  vehicleOf,
  vehicleToStore,
  wholeIn,
} from "../state/cars/typed-vehicle.ts";
import { newRoomId, type PendingRequest } from "../state/entities.ts";
import type { AppEvent } from "../state/shape.ts";

export const steps = ["car", "needs", "summary"] as const;
export type Step = (typeof steps)[number];

export interface DraftItem {
  readonly text: string;
  readonly qty: string;
}

/** A request as typed so far. It is stored as the text of the new room's draft, so that it survives a reload (ASK-4). */
export interface RequestDraft {
  readonly step: Step;
  readonly carId: number | null;
  readonly vehicle: TypedVehicle;
  readonly text: string;
  readonly items: readonly DraftItem[];
}

export interface StepProps {
  readonly draft: RequestDraft;
  readonly onChange: (change: Partial<RequestDraft>) => void;
}

/** Parses a stored draft, or a request that became one again. */
export function readDraft(stored = ""): RequestDraft {
  const { step, car_id: carId, vehicle, text, items } = fieldsOf(parseJson(stored));
  const typed = fieldsOf(vehicle);
  return {
    step: steps.find((each) => each === step) ?? "car",
    carId: isId(carId) ? carId : null,
    vehicle: vehicleOf((field) => wordOf(typed[field])),
    text: wordOf(text),
    items: (Array.isArray(items) ? items : []).map((item: unknown) => {
      const { text: part, qty } = fieldsOf(item);
      return { text: wordOf(part), qty: wordOf(qty) };
    }),
  };
}

const wordOf = (value: unknown): string => (isText(value) ? value : isId(value) ? String(value) : "");

/** The event that stores a draft, or clears one without content. */
export function writtenDraft({ carId, ...draft }: RequestDraft): AppEvent<"drafts/written"> {
  const isBlank = carId === null && !hasVehicle(draft) && draft.text === "" && draft.items.every(isBlankItem);
  const text = isBlank ? "" : JSON.stringify({ ...draft, car_id: carId });
  return { type: "drafts/written", roomId: newRoomId, text };
}

const isBlankItem = ({ text }: DraftItem): boolean => oneLine(text) === "";

export const hasVehicle = ({ vehicle }: Pick<RequestDraft, "vehicle">): boolean =>
  vehicleFields.some((field) => oneLine(vehicle[field]) !== "");

/** Splits a pasted text into parts at the index of the field it was pasted into (ASK-3). */
export function withPasted(items: readonly DraftItem[], index: number, pasted: string): readonly DraftItem[] {
  const lines = pasted.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const made = lines.map((line, at) => {
    const text = at === 0 ? (items[index]?.text ?? "") + line : line;
    return { text: text.trim().slice(0, offerTextCharactersMax), qty: "1" };
  });
  return items.toSpliced(index, 1, ...made).slice(0, requestItemsMax);
}

export type Problem = "noCar" | "noNeed" | "year" | "quantity";

/** ASK-5: what is missing or wrong, with the step that shows it. */
export function problemsOf(draft: RequestDraft, photosTotal: number): ReadonlyMap<Problem, Step> {
  const found: readonly (readonly [isFound: boolean, Problem, Step])[] = [
    [draft.carId === null && !hasVehicle(draft), "noCar", "car"],
    [draft.carId === null && hasWrongYear(draft.vehicle), "year", "car"],
    [cleanText(draft.text) === "" && photosTotal === 0 && draft.items.every(isBlankItem), "noNeed", "needs"],
    [draft.items.some((item) => !isBlankItem(item) && quantityOf(item) === null), "quantity", "needs"],
  ];
  return new Map(found.flatMap(([isFound, problem, step]) => (isFound ? [[problem, step] as const] : [])));
}

export const quantityOf = ({ qty }: DraftItem): number | null => wholeIn(qty, 1, quantityMax);

/** The request of a draft without problems; the photos come from its tray. */
export function requestOf({ carId, vehicle, items }: RequestDraft, photos: PendingRequest["photos"]): PendingRequest {
  return {
    ...(carId === null ? { vehicle: vehicleToStore(vehicle) } : { car_id: carId }),
    items: items
      .filter((item) => !isBlankItem(item))
      .map((item) => ({ text: oneLine(item.text), qty: quantityOf(item) ?? 1 })),
    photos: photos.map(({ id, file }) => ({ id, file })),
  };
}
