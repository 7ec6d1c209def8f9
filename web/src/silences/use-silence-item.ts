import { Volume2, VolumeX } from "lucide-react";
import { useTranslations } from "use-intl";
import type { MenuItemProps } from "../design/menu.tsx";
import { useAppState, useDispatch } from "../state/app-context.ts";
import type { Participant } from "../state/entities.ts";
import { canSilence, isShownSilenced } from "./silence-part.ts";

export function useSilenceItem(person: Participant | null): MenuItemProps | false {
  const t = useTranslations("silence");
  const maySilence = useAppState((state) => person !== null && canSilence(state, person));
  const isSilenced = useAppState((state) => person !== null && isShownSilenced(state, person));
  const dispatch = useDispatch();
  if (person === null || !maySilence) return false;
  const label = t(isSilenced ? "end" : "begin", { name: person.name });
  return {
    label,
    Sign: isSilenced ? Volume2 : VolumeX,
    onSelect: () => dispatch({ type: "silence/asked", person, isSilenced: !isSilenced }),
  };
}
