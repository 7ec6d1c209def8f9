import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { onWindow } from "../page/window-attention.ts";

const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") === true;
const isDialogOpen = (): boolean => document.querySelector("dialog:modal") !== null;

const isWithin = (area: HTMLElement | null, target: EventTarget | null): boolean =>
  target instanceof Node && area?.contains(target) === true;

const filesAlone = (data: DataTransfer | null): readonly File[] =>
  data === null || data.getData("text/plain") !== "" ? [] : [...data.files];

/** Returns whether files are dragged over the window. Cancels drops elsewhere, on which the browser would open the file instead. */
export function useFileDrop(area: RefObject<HTMLElement | null>, onDropped: (files: readonly File[]) => void): boolean {
  const [isDragging, setIsDragging] = useState(false);
  const isOver = ({ target }: DragEvent): boolean => !isDialogOpen() && isWithin(area.current, target);

  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = isOver(event) ? "copy" : "none";
    setIsDragging(!isDialogOpen());
  });
  const onDrop = useEffectEvent((event: DragEvent) => {
    setIsDragging(false);
    if (!carriesFiles(event)) return;
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (isOver(event) && files.length > 0) onDropped(files);
  });

  useEffect(() => {
    const stops = [
      onWindow(["dragenter", "dragover"], (event) => onDrag(event)),
      // A null `relatedTarget` means that the drag has left the window.
      onWindow(["dragleave"], ({ relatedTarget }) => relatedTarget === null && setIsDragging(false)),
      onWindow(["drop"], (event) => onDrop(event)),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  return isDragging;
}

/** Accepts files pasted in an element, or while nothing has the focus. If text comes with them (a copied table), only the text is pasted. */
export function useFilePaste(area: RefObject<HTMLElement | null>, onPasted: (files: readonly File[]) => void): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = filesAlone(event.clipboardData);
    const isHere = event.target === document.body || isWithin(area.current, event.target);
    if (!isHere || isDialogOpen() || files.length === 0) return;
    event.preventDefault();
    onPasted(files);
  });
  useEffect(() => onWindow(["paste"], (event) => onPaste(event)), []);
}
